import { describe, expect, it } from "vitest";
import { isWithin, printBound } from "./benchmark.ts";
import { measureRatio, median } from "./measure-ratio.ts";
import { printResult, runBenchmark } from "./run-benchmark.ts";

const spin = (turns: number) => () => {
  let sum = 0;
  for (let i = 0; i < turns; i++) {
    sum = (sum * 31 + i) | 0;
  }
  if (sum === 0.5) {
    throw new Error("unreachable: keeps the loop from being optimized away");
  }
};

describe("measureRatio()", () => {
  it("finds more work to take more time", async () => {
    const options = { precision: 0.2, minRounds: 5, maxRounds: 20, sampleMs: 1 };
    const comparison = {
      subject: { name: "ten", run: spin(200_000) },
      baseline: { name: "one", run: spin(20_000) },
      bound: {},
    };
    const result = await measureRatio(comparison, options);
    expect(result.ratio).toBeGreaterThan(1);
    expect(result.rounds).toBeLessThanOrEqual(20);
  });
});

describe("median()", () => {
  it("is the middle value, or the mean of the two in the middle", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });
});

describe("runBenchmark()", () => {
  it("says over budget when a figure breaks its bound", async () => {
    const figures = async () => [{ name: "p99", value: 12, unit: "ms", bound: { most: 10 } }];
    const result = await runBenchmark({ name: "demo", about: "", figures });
    expect(result.outcome).toBe("over budget");
    expect(printResult(result)).toContain("over budget: p99 12.0 ms (at most 10)");
  });
});

describe("isWithin()", () => {
  it("reads both ends of a bound", () => {
    expect(isWithin(3, { most: 3, least: 3 })).toBe(true);
    expect(isWithin(2.9, { least: 3 })).toBe(false);
    expect(printBound({ most: 3, least: 1 })).toBe("at most 3, at least 1");
  });
});
