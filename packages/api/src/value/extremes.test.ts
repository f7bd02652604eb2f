import { describe, expect, it } from "vitest";
import { maxOf, minOf } from "./extremes.ts";

describe("minOf() and maxOf()", () => {
  it("take more values than a call has room for arguments", () => {
    const values = Array.from({ length: 200_000 }, (_, i) => i - 100_000);
    expect([minOf(values), maxOf(values)]).toEqual([-100_000, 99_999]);
  });

  it("begin with a start value", () => {
    expect([minOf([], 3), maxOf([1, 2], 7), minOf([]), maxOf([])]).toEqual([3, 7, Infinity, -Infinity]);
  });
});
