import { describe, expect, it } from "vitest";
import { predict } from "./model.ts";
import { CENTRE, type Point } from "./plan/point.ts";

const options = { syncPeriodSeconds: 60, cacheSeconds: 300 };
const large: Point = { ...CENTRE, nodes: 5000 };
const hundred: Point = { ...CENTRE, nodes: 100 };

describe("predict()", () => {
  it("expects a watch for each mutable object on each node, and their renewals", () => {
    const { openWatches, renewalsPerSecond } = predict(large, options);
    expect(openWatches).toBe(300_000);
    expect(renewalsPerSecond).toBeCloseTo(111.1, 1);
  });

  it("expects no watch and no poll of immutable objects", () => {
    for (const strategy of ["watch", "cache", "get"] as const) {
      const point: Point = { ...hundred, mode: "immutable", step: "ii", strategy };
      expect(predict(point, options)).toMatchObject({ openWatches: 0, pollsPerSecond: 0, references: 6000 });
    }
  });

  it("expects an agent that ignores the mark to watch immutable objects as well", () => {
    expect(predict({ ...hundred, mode: "immutable", step: "off" }, options).openWatches).toBe(6000);
  });

  it("expects polls at the rate of the sync period, or of the cache if that is slower", () => {
    expect(predict({ ...large, strategy: "get" }, options).pollsPerSecond).toBe(4000);
    expect(predict({ ...large, strategy: "cache" }, options).pollsPerSecond).toBe(1000);
  });

  it("expects an object that all nodes hold to be sent to all of them", () => {
    const point: Point = { ...hundred, sharing: "cluster", bytes: 1 << 20 };
    expect(predict(point, options)).toMatchObject({ fanOutBytes: 100 * (1 << 20), references: 200 });
  });

  it("follows one object in ten in a mixed run", () => {
    expect(predict({ ...hundred, mode: "mixed", step: "ii" }, options).openWatches).toBe(600);
  });
});
