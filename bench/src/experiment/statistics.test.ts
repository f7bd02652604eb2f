import { describe, expect, it } from "vitest";
import { fitLine, quantile, summarize } from "./statistics.ts";

describe("quantile()", () => {
  it("lies between the two nearest values in proportion", () => {
    expect(quantile([4, 1, 3, 2], 0.25)).toBe(1.75);
    expect(quantile([1, 2, 3, 4, 5], 0.99)).toBeCloseTo(4.96, 10);
  });

  it("is no number if there are no values", () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

describe("summarize()", () => {
  it("gives the median and the quartiles", () => {
    expect(summarize([5, 1, 3, 2, 4])).toEqual({ count: 5, median: 3, lowerQuartile: 2, upperQuartile: 4 });
  });
});

describe("fitLine()", () => {
  it("finds the line that all points are on", () => {
    const line = fitLine([0, 1, 2, 5].map((x) => [x, 7 + 3 * x] as const));
    expect(line).toMatchObject({ slope: 3, intercept: 7, rSquared: 1, count: 4 });
    expect(line.slopePlusMinus).toBeCloseTo(0, 10);
  });

  it("gives the interval of a known example", () => {
    // x 1..5, y 2 4 5 4 5: slope 0.6, standard error sqrt(2.4 / 3 / 10).
    const line = fitLine([
      [1, 2],
      [2, 4],
      [3, 5],
      [4, 4],
      [5, 5],
    ]);
    expect(line.slope).toBeCloseTo(0.6, 10);
    expect(line.rSquared).toBeCloseTo(0.6, 10);
    expect(line.slopePlusMinus).toBeCloseTo(Math.sqrt(0.08) * 3.182, 6);
  });

  it("does not claim to know the slope from two points", () => {
    expect(
      fitLine([
        [0, 0],
        [1, 1],
      ]).slopePlusMinus,
    ).toBe(Number.POSITIVE_INFINITY);
  });
});
