import { describe, expect, it } from "vitest";
import { makePlan } from "./make-plan.ts";
import { type Point, pointKey } from "./point.ts";

const both = ["kiln", "kube-apiserver"] as const;

describe("makePlan()", () => {
  it("is the same for the same seed, and in another order for another", () => {
    const options = { minutes: 35, isShort: false, servers: both };
    const ids = (seed: number) => makePlan({ ...options, seed }).runs.map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(2)).not.toEqual(ids(1));
    expect([...ids(2)].sort()).toEqual([...ids(1)].sort());
  });

  it.each([35, 90])("has what each hypothesis needs of both servers, more than once, in %i minutes", (minutes) => {
    const { runs } = makePlan({ minutes, isShort: false, servers: both, seed: 1 });
    for (const server of both) {
      for (const what of ["mutable own 1024B watch i", "immutable own 1024B watch ii", "none own 1024B watch ii"]) {
        const key = `${server} n100 m30 ${what} volume`;
        expect(runs.filter(({ point }) => pointKey(point) === key).length, key).toBeGreaterThanOrEqual(2);
      }
    }
  });

  it("tries the steps on both servers and all strategies, if only with few nodes, in 35 minutes", () => {
    const { runs } = makePlan({ minutes: 35, isShort: false, servers: both, seed: 1 });
    const find = (settings: Partial<Point>) =>
      runs.filter(({ point }) => Object.entries(settings).every(([k, v]) => point[k as keyof Point] === v));
    const has = (settings: Partial<Point>) => find(settings).length > 0;
    for (const server of both) {
      for (const step of ["i", "iii"] as const) {
        expect(find({ server, step, mode: "immutable" }).some(({ isBrief }) => !isBrief)).toBe(true);
      }
    }
    for (const strategy of ["cache", "get"] as const) {
      expect([has({ strategy, mode: "mutable" }), has({ strategy, mode: "immutable" })]).toEqual([true, true]);
    }
  });

  it("says what it leaves out, and runs nothing twice", () => {
    const { runs, leftOut } = makePlan({ minutes: 35, isShort: false, servers: both, seed: 1 });
    expect(leftOut).toContain("kube-apiserver n500 m30 mutable own 1024B watch i volume");
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  });

  it("measures Kiln alone where there is no peer", () => {
    const { runs } = makePlan({ minutes: 5, isShort: true, servers: ["kiln"], seed: 1 });
    expect(new Set(runs.map(({ point }) => point.server))).toEqual(new Set(["kiln"]));
  });

  it("needs less than the time it has", () => {
    const few = makePlan({ minutes: 5, isShort: true, servers: both, seed: 1 }).runs.length;
    const more = makePlan({ minutes: 10, isShort: true, servers: both, seed: 1 }).runs.length;
    expect(few).toBeGreaterThan(3);
    expect(more).toBeGreaterThan(few);
  });
});
