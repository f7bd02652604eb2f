import { describe, expect, it } from "vitest";
import { inTimeZone } from "./time-zone.ts";
import { parseTimestamp, printTimestamp } from "./timestamp.ts";
import { CelError, CelTimestamp } from "./value.ts";

function parsed(text: string): CelTimestamp {
  const value = parseTimestamp(text);
  if (!(value instanceof CelTimestamp)) {
    throw new Error(text);
  }
  return value;
}

describe("parseTimestamp()", () => {
  it.each([
    ["2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"],
    ["2024-02-29T23:59:59.123456789012Z", "2024-02-29T23:59:59.123456789Z"],
    ["2024-02-29T23:59:59,5+05:30", "2024-02-29T23:59:59.5+05:30"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
    ["2020-01-01T1:00:00-00:00", "2020-01-01T01:00:00Z"],
  ])("reads %s", (text, printed) => {
    expect(printTimestamp(parsed(text))).toBe(printed);
  });

  it.each([
    "2023-02-29T00:00:00Z",
    "2024-01-01",
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:00:00",
    " 2024-01-01T00:00:00Z",
  ])("does not read %s", (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it("knows the years 1 to 9999", () => {
    expect(parseTimestamp("0000-12-31T00:00:00Z")).toEqual(new CelError("timestamp overflow"));
    expect(parseTimestamp("9999-12-31T23:59:59-01:00")).toEqual(new CelError("timestamp overflow"));
  });
});

describe("inTimeZone()", () => {
  it.each([
    ["America/New_York", "2024-01-15T12:00:00Z", 7],
    ["America/New_York", "2024-07-15T12:00:00Z", 8],
    ["Asia/Kolkata", "2024-01-15T12:00:00Z", 17],
    ["-05:30", "2024-01-15T12:00:00Z", 6],
    ["02:00", "2024-01-15T12:00:00Z", 14],
    ["", "2024-01-15T12:00:00Z", 12],
  ])("shows the hour in %s at %s", (zone, text, hour) => {
    const local = inTimeZone(parsed(text), zone);
    expect(local instanceof CelError ? local.message : local.getUTCHours()).toBe(hour);
  });

  it.each([
    ["Nowhere/Land", "unknown time zone Nowhere/Land"],
    ["a:b", 'strconv.Atoi: parsing "a": invalid syntax'],
  ])("does not know %s", (zone, message) => {
    expect(inTimeZone(parsed("2024-01-15T12:00:00Z"), zone)).toEqual(new CelError(message));
  });
});
