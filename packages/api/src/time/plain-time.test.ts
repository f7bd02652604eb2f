import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlain, parsePlainSeconds, printPlainSeconds } from "./plain-time.ts";

const FIRST = Date.parse("0000-01-01T00:00:00Z") / 1000;
const LAST = Date.parse("9999-12-31T23:59:59Z") / 1000;

describe("plain times", () => {
  it("are printed and parsed as a Date prints them, in every year of four digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), (seconds) => {
        const text = new Date(seconds * 1000).toISOString().replace(".000", "");
        expect(printPlainSeconds(seconds)).toBe(text);
        expect(parsePlainSeconds(text)).toBe(seconds);
      }),
      { numRuns: 2000 },
    );
    expect([FIRST, LAST, FIRST - 1, LAST + 1].map(isPlain)).toEqual([true, true, false, false]);
  });

  it.each([
    ["2024-02-29T00:00:00Z", 1_709_164_800],
    ["1970-01-01T00:00:00Z", 0],
    ["0001-01-01T00:00:00Z", -62_135_596_800],
    ["2023-02-29T00:00:00Z", undefined],
    ["1900-02-29T00:00:00Z", undefined],
    ["2024-00-10T00:00:00Z", undefined],
    ["2024-13-10T00:00:00Z", undefined],
    ["2024-04-31T00:00:00Z", undefined],
    ["2024-04-30T24:00:00Z", undefined],
    ["2024-04-30T23:60:00Z", undefined],
    ["2024-04-30T23:59:60Z", undefined],
    ["2024-04-30T23:59:5 Z", undefined],
    ["2024-04-30t23:59:59Z", undefined],
    ["2024-04-30T23:59:59z", undefined],
    ["2024-04-30T23:59:59.Z", undefined],
    ["2O24-04-30T23:59:59Z", undefined],
    ["", undefined],
  ])("%s is %s", (text, seconds) => {
    expect(parsePlainSeconds(text)).toBe(seconds);
  });
});
