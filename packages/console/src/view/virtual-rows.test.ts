import { describe, expect, it } from "vitest";
import { niceTop, printNumber, toPath } from "./plot.tsx";
import { elementOfRow, moveRow, ROW_HEIGHT, scrollToRow, visibleRows } from "./virtual-rows.ts";

describe("visibleRows()", () => {
  it.each([
    [10_000, 0, 340, { from: 0, to: 16 }],
    [10_000, 5_000 * ROW_HEIGHT, 340, { from: 4_994, to: 5_016 }],
    [10_000, 9_990 * ROW_HEIGHT, 340, { from: 9_984, to: 10_000 }],
    [3, 0, 340, { from: 0, to: 3 }],
    [0, 0, 340, { from: 0, to: 0 }],
  ])("of %s rows, scrolled to %s, in %s pixels, are %j", (count, top, height, rows) => {
    expect(visibleRows(count, { top, height })).toEqual(rows);
  });
});

describe("elementOfRow()", () => {
  it("gives each row in sight an element of its own, and takes as few as there are rows in sight", () => {
    for (const top of [0, 17, 5_000.5 * ROW_HEIGHT, 9_990 * ROW_HEIGHT]) {
      const { from, to } = visibleRows(10_000, { top, height: 345 });
      const elements = Array.from({ length: to - from }, (_, offset) => elementOfRow(from + offset, 345));
      expect(new Set(elements).size).toBe(to - from);
      expect(Math.max(...elements)).toBeLessThan(24);
    }
  });
});

describe("moveRow() and scrollToRow()", () => {
  it("move within the list, and keep the row in sight", () => {
    const list = { at: 5, count: 100, height: 340 };
    expect(["j", "ArrowUp", "PageDown", "PageUp", "Home", "End", "x"].map((key) => moveRow(key, list))).toEqual([
      6,
      4,
      14,
      0,
      0,
      99,
      undefined,
    ]);
    expect(scrollToRow(3, { top: 0, height: 340 })).toBeUndefined();
    expect(scrollToRow(99, { top: 0, height: 340 })).toBe(100 * ROW_HEIGHT - 340);
    expect(scrollToRow(0, { top: 500, height: 340 })).toBe(0);
  });
});

describe("plots", () => {
  it("leave gaps where there is no value, and have round tops", () => {
    expect(toPath([1, undefined, 1], { top: 1, capacity: 3 })).toMatch(/^M0\.0 [\d.]+M600\.0 [\d.]+$/);
    expect([0, 0.3, 7, 12, 200].map(niceTop)).toEqual([0.001, 0.5, 10, 20, 200]);
    expect([undefined, 0.1234, 12.34, 1234].map(printNumber)).toEqual(["–", "0.12", "12", "1234"]);
  });
});
