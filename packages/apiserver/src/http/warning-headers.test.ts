import { describe, expect, it } from "vitest";
import { warningHeaders } from "./warning-headers.ts";

describe("warningHeaders()", () => {
  it("sends every text once, quoted", () => {
    expect(warningHeaders(['unknown field "a"', "x\\y", "", "x\\y"])).toEqual([
      '299 - "unknown field \\"a\\""',
      '299 - "x\\\\y"',
    ]);
  });

  it("leaves out what would break a header", () => {
    expect(warningHeaders(["two\nlines", "\u0085", "fine é"])).toEqual(['299 - "fine é"']);
  });

  const long = (n: number, char = "a") => `${n}${char.repeat(999)}`;

  it("cuts all of them as soon as one does not fit, and stops when there is no more room", () => {
    const four = [1, 2, 3, 4].map((n) => long(n));
    expect(warningHeaders(four).map((header) => header.length)).toEqual([1008, 1008, 1008, 1008]);
    const five = warningHeaders([...four, long(5)]);
    expect(five.map((header) => header.length)).toEqual([264, 264, 264, 264, 264]);
    expect(warningHeaders(Array.from({ length: 40 }, (_, n) => long(n + 100)))).toHaveLength(16);
  });

  it("counts characters, not bytes", () => {
    const astral = warningHeaders([long(1, "😀"), long(2, "😀"), long(3), long(4), long(5)]);
    expect([...(astral[0] ?? "")]).toHaveLength(264);
  });
});
