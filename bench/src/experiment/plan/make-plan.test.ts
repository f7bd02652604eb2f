import { describe, expect, it } from "vitest";
import { FORMS } from "./forms.ts";
import { listPlan } from "./list-plan.ts";
import { estimateRuns, makePlan } from "./make-plan.ts";

const both = ["kiln", "kube-apiserver"] as const;

describe("makePlan()", () => {
  it("is the same for the same seed, and in another order for another", () => {
    const options = { minutes: 35, isShort: false, servers: both };
    const ids = (seed: number) => makePlan({ ...options, seed }).runs.map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(2)).not.toEqual(ids(1));
    expect([...ids(2)].sort()).toEqual([...ids(1)].sort());
  });

  it("has five runs of every point but the heaviest, of both servers", () => {
    const { runs } = makePlan({ minutes: 45, isShort: false, servers: both, seed: 1 });
    const counts = new Map<string, number>();
    for (const { id } of runs) {
      const [point = ""] = id.split(" #");
      counts.set(point, (counts.get(point) ?? 0) + 1);
    }
    for (const [point, count] of counts) {
      expect(count, point).toBe(point.includes("n500 m110") ? 1 : 5);
    }
    expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length);
  });

  it("fits into 45 minutes, by its estimates, with both servers through the heaviest point", () => {
    const { runs } = makePlan({ minutes: 45, isShort: false, servers: both, seed: 1 });
    const withoutLast = runs.filter(({ point, form }) => form !== "heaviest" || point.mode === "mutable");
    expect(sum(estimateRuns(withoutLast)) / 60).toBeLessThan(45);
  });

  it("has a short form that fits into five minutes on Kiln", () => {
    const { runs } = makePlan({ minutes: 5, isShort: true, servers: ["kiln"], seed: 1 });
    expect(sum(estimateRuns(runs)) / 60).toBeLessThan(5);
  });

  it("can be listed, with where the time ends", () => {
    const plan = makePlan({ minutes: 30, isShort: false, servers: both, seed: 1 });
    const lines = listPlan(plan);
    expect(lines).toHaveLength(plan.runs.length + Object.keys(FORMS).length + 1);
    const end = lines.findIndex((line) => line.startsWith("30 minutes end here"));
    const minutesOf = (line: string | undefined) => Number.parseFloat(line ?? "");
    expect([minutesOf(lines[end - 1]) <= 30, minutesOf(lines[end + 1]) > 30]).toEqual([true, true]);
  });

  it("measures Kiln alone where there is no peer", () => {
    const { runs } = makePlan({ minutes: 5, isShort: true, servers: ["kiln"], seed: 1 });
    expect(new Set(runs.map(({ point }) => point.server))).toEqual(new Set(["kiln"]));
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
