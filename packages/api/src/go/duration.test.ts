import { describe, expect, it } from "vitest";
import { durationToMs, parseDuration } from "./duration.ts";

describe("parseDuration()", () => {
  it.each([
    ["0", 0n],
    ["-0", 0n],
    ["1h", 3_600_000_000_000n],
    ["1.5h", 5_400_000_000_000n],
    ["-1.5h", -5_400_000_000_000n],
    ["+5s", 5_000_000_000n],
    ["1h30m", 5_400_000_000_000n],
    [".5s", 500_000_000n],
    ["1.s", 1_000_000_000n],
    ["1us", 1_000n],
    ["1\u00b5s", 1_000n],
    ["1\u03bcs", 1_000n],
    ["1ms1h", 3_600_001_000_000n],
    ["0.100000000000000000000h", 360_000_000_000n],
    ["9223372036854775807ns", 2n ** 63n - 1n],
    ["-9223372036854775808ns", -(2n ** 63n)],
  ])("reads %s", (text, value) => {
    expect(parseDuration(text)).toEqual({ value });
  });

  it.each([
    ["", 'time: invalid duration ""'],
    ["abc", 'time: invalid duration "abc"'],
    ["-", 'time: invalid duration "-"'],
    [".s", 'time: invalid duration ".s"'],
    ["--1s", 'time: invalid duration "--1s"'],
    ["3000000h", 'time: invalid duration "3000000h"'],
    ["9223372036854775808ns", 'time: invalid duration "9223372036854775808ns"'],
    ["99999999999999999999", 'time: invalid duration "99999999999999999999"'],
    ["1", 'time: missing unit in duration "1"'],
    ["1d", 'time: unknown unit "d" in duration "1d"'],
    ["1 h", 'time: unknown unit " h" in duration "1 h"'],
    ["1h-1m", 'time: unknown unit "h-" in duration "1h-1m"'],
    ["1é", 'time: unknown unit "\\xc3\\xa9" in duration "1\\xc3\\xa9"'],
  ])("refuses %j", (text, error) => {
    expect(parseDuration(text)).toEqual({ error });
  });
});

describe("durationToMs()", () => {
  it("rounds towards zero", () => {
    expect([durationToMs(1_500_000_000n), durationToMs(-1_999_999n)]).toEqual([1500, -1]);
  });
});
