import { describe, expect, it } from "vitest";
import { listPlan } from "./list-plan.ts";
import { estimateRuns, makePlan } from "./make-plan.ts";
import type { Point } from "./point.ts";

const both = ["kiln", "kube-apiserver"] as const;

describe("makePlan()", () => {
  it("is the same for the same seed, and in another order for another", () => {
    const options = { minutes: 35, isShort: false, servers: both };
    const ids = (seed: number) => makePlan({ ...options, seed }).runs.map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(2)).not.toEqual(ids(1));
    expect([...ids(2)].sort()).toEqual([...ids(1)].sort());
  });

  it.each([60, 75, 90])(
    "has three runs of what decides, of both servers, before all else, in %i minutes",
    (minutes) => {
      const { runs, lengths } = makePlan({ minutes, isShort: false, servers: both, seed: 1 });
      const seconds = estimateRuns(runs, lengths);
      const timeOf = (id: string) => sum(seconds.slice(0, runs.findIndex((run) => run.id === id) + 1)) / 60;
      for (const server of both) {
        for (const nodes of [10, 50, 100]) {
          for (const what of ["mutable own 1024B watch i", "immutable own 1024B watch ii"]) {
            const id = `${server} n${nodes} m30 ${what} volume #3`;
            expect(timeOf(id), id).toBeLessThan(minutes * 0.75);
          }
        }
      }
    },
  );

  it.each([60, 75, 90])("tries every strategy, sharing, size and use on Kiln in %i minutes", (minutes) => {
    const { runs, lengths } = makePlan({ minutes, isShort: false, servers: both, seed: 1 });
    const seconds = estimateRuns(runs, lengths);
    let left = minutes * 60;
    const inTime = runs.filter((_, index) => {
      left -= seconds[index] ?? 0;
      return left > 0;
    });
    const values = (factor: keyof Point) => new Set(inTime.map(({ point }) => point[factor]));
    expect(values("strategy")).toEqual(new Set(["watch", "cache", "get"]));
    expect(values("sharing")).toEqual(new Set(["own", "deployment", "cluster"]));
    expect(values("bytes")).toEqual(new Set([1024, 65_536, 1_000_000]));
    expect(values("consumption")).toEqual(new Set(["volume", "env"]));
    expect(values("step")).toEqual(new Set(["off", "i", "ii", "iii"]));
    expect(values("mode")).toEqual(new Set(["none", "mutable", "mixed", "immutable"]));
  });

  it("makes phases as long as the time allows, and runs nothing twice", () => {
    const plan = (minutes: number) => makePlan({ minutes, isShort: false, servers: both, seed: 1 });
    expect(plan(90).lengths.steady).toBeGreaterThan(plan(20).lengths.steady);
    expect(new Set(plan(90).runs.map(({ id }) => id)).size).toBe(plan(90).runs.length);
  });

  it("can be listed, with where the time ends", () => {
    const plan = makePlan({ minutes: 60, isShort: false, servers: both, seed: 1 });
    const lines = listPlan(plan);
    expect(lines).toHaveLength(plan.runs.length + 2);
    const end = lines.findIndex((line) => line.startsWith("60 minutes end here"));
    const minutesOf = (line: string | undefined) => Number.parseFloat(line ?? "");
    expect([minutesOf(lines[end - 1]) <= 60, minutesOf(lines[end + 1]) > 60]).toEqual([true, true]);
  });

  it("measures Kiln alone where there is no peer", () => {
    const { runs } = makePlan({ minutes: 5, isShort: true, servers: ["kiln"], seed: 1 });
    expect(new Set(runs.map(({ point }) => point.server))).toEqual(new Set(["kiln"]));
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
