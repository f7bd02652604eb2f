import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMicroTime, parseTime, printMicroTime, printTime, toMicroTime } from "./time.ts";

const layout = '"2006-01-02T15:04:05Z07:00"';
const microLayout = '"2006-01-02T15:04:05.000000Z07:00"';

describe("parseTime()", () => {
  it.each([
    ["2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000Z"],
    ["2020-02-29T23:59:59+01:00", "2020-02-29T22:59:59.000Z"],
    ["2020-01-01T00:00:00.5Z", "2020-01-01T00:00:00.500Z"],
    ["2020-01-01T00:00:00,5Z", "2020-01-01T00:00:00.500Z"],
    ["2020-01-01T00:00:00.1234567891Z", "2020-01-01T00:00:00.123Z"],
    ["2020-01-01T1:00:00Z", "2020-01-01T01:00:00.000Z"],
    ["2020-01-01T00:00:00+24:00", "2019-12-31T00:00:00.000Z"],
    ["2020-01-01T00:00:00-00:00", "2020-01-01T00:00:00.000Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
  ])("reads %s", (text, expected) => {
    expect(parseTime(text).value?.toISOString()).toBe(expected);
  });

  it.each([
    ["", `parsing time "" as ${layout}: cannot parse "" as "2006"`],
    ["yesterday", `parsing time "yesterday" as ${layout}: cannot parse "yesterday" as "2006"`],
    ["2020-01-01", `parsing time "2020-01-01" as ${layout}: cannot parse "" as "T"`],
    ["2020-1-01T00:00:00Z", `parsing time "2020-1-01T00:00:00Z" as ${layout}: cannot parse "1-01T00:00:00Z" as "01"`],
    ["2020-01-01T00:00:00", `parsing time "2020-01-01T00:00:00" as ${layout}: cannot parse "" as "Z07:00"`],
    ["2020-01-01T00:00:00.Z", `parsing time "2020-01-01T00:00:00.Z" as ${layout}: cannot parse ".Z" as "Z07:00"`],
    ["é", `parsing time "\\xc3\\xa9" as ${layout}: cannot parse "\\xc3\\xa9" as "2006"`],
    ["2020-13-01T00:00:00Z", 'parsing time "2020-13-01T00:00:00Z": month out of range'],
    ["2020-00-01T00:00:00Z", 'parsing time "2020-00-01T00:00:00Z": month out of range'],
    ["2021-02-29T00:00:00Z", 'parsing time "2021-02-29T00:00:00Z": day out of range'],
    ["1900-02-29T00:00:00Z", 'parsing time "1900-02-29T00:00:00Z": day out of range'],
    ["2020-04-31T00:00:00Z", 'parsing time "2020-04-31T00:00:00Z": day out of range'],
    ["2020-01-01T24:00:00Z", 'parsing time "2020-01-01T24:00:00Z": hour out of range'],
    ["2020-01-01T00:60:00Z", 'parsing time "2020-01-01T00:60:00Z": minute out of range'],
    ["2020-01-01T00:00:60Z", 'parsing time "2020-01-01T00:00:60Z": second out of range'],
    ["2020-01-01T00:00:00+25:00", 'parsing time "2020-01-01T00:00:00+25:00": time zone offset hour out of range'],
    ["2020-01-01T00:00:00+00:61", 'parsing time "2020-01-01T00:00:00+00:61": time zone offset minute out of range'],
    ["2020-01-01T00:00:00Zx", 'parsing time "2020-01-01T00:00:00Zx": extra text: "x"'],
  ])("refuses %j", (text, error) => {
    expect(parseTime(text)).toEqual({ error });
  });
});

describe("parseMicroTime()", () => {
  it("reads exactly six digits", () => {
    expect(parseMicroTime("2020-01-01T00:00:00.123456+01:00")).toEqual({
      value: { seconds: 1577833200, micros: 123456 },
    });
  });

  it("reads the server's own form as any other one of the same instant", () => {
    const inOwnForm = fc.record({
      seconds: fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }),
      micros: fc.integer({ min: 0, max: 999_999 }),
    });
    fc.assert(
      fc.property(inOwnForm, (time) => {
        const text = printMicroTime(time);
        expect(parseMicroTime(text).value).toEqual(time);
        expect(parseMicroTime(text.replace("Z", "+00:00")).value).toEqual(time);
      }),
    );
  });

  it.each([
    ["2020-01-01T00:00:00.12a456Z", `cannot parse ".12a456Z" as ".000000"`],
    ["2020-01-01T00:00:00.123456z", `cannot parse "z" as "Z07:00"`],
    ["2020-01-01T00:00:00Z", `cannot parse "Z" as ".000000"`],
    ["2020-01-01T00:00:00.123Z", `cannot parse ".123Z" as ".000000"`],
    ["2020-01-01T00:00:00.1234567Z", `cannot parse "7Z" as "Z07:00"`],
  ])("refuses %s", (text, why) => {
    expect(parseMicroTime(text)).toEqual({ error: `parsing time "${text}" as ${microLayout}: ${why}` });
  });
});

describe("printing", () => {
  it("cuts a Time to whole seconds, towards the past", () => {
    expect(printTime(new Date("2020-01-01T00:00:00.999Z"))).toBe("2020-01-01T00:00:00Z");
    expect(printTime(new Date(-1))).toBe("1969-12-31T23:59:59Z");
  });

  it("gives a MicroTime six digits", () => {
    expect(printMicroTime(toMicroTime(new Date("2020-01-01T00:00:00.005Z")))).toBe("2020-01-01T00:00:00.005000Z");
    expect(printMicroTime(toMicroTime(new Date(-1)))).toBe("1969-12-31T23:59:59.999000Z");
  });

  it("keeps the digits of years far away", () => {
    expect(printTime(new Date("+012345-01-02T03:04:05Z"))).toBe("12345-01-02T03:04:05Z");
    expect(printTime(new Date("0045-01-02T03:04:05Z"))).toBe("0045-01-02T03:04:05Z");
  });

  it("prints what the parsers read", () => {
    const dates = fc.date({
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, (date) => {
        expect(printTime(parseTime(date.toISOString()).value as Date)).toBe(printTime(date));
        expect(parseMicroTime(printMicroTime(toMicroTime(date))).value).toEqual(toMicroTime(date));
      }),
    );
  });
});
