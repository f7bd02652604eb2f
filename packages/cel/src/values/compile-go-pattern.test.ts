import { describe, expect, it } from "vitest";
import { compileGoPattern, explainPattern } from "./compile-go-pattern.ts";

describe("compileGoPattern()", () => {
  it.each([
    ["(?P<n>a)(?P<n>b)", "ab", "ba"],
    ["(?<n>a)|(?P<n>b)c", "bc", "c"],
    ["[(?P<n>](?P<n>a)(?P<n>b)", "<ab", "ab"],
    ["[]()?](?P<n>a)(?P<n>b)", "]ab", "ab"],
    ["\\((?P<n>a)(?P<n>b)", "(ab", "ab"],
    ["\\Q(?P<n>\\E(?P<n>a)(?P<n>b)", "(?P<n>ab", "ab"],
  ])("takes %s, whose groups share a name", (pattern, matching, other) => {
    const compiled = compileGoPattern(pattern);
    expect(compiled.test(matching)).toBe(true);
    expect(compiled.test(other)).toBe(false);
  });

  it.each([
    ["(?P<n>a)(?P<n>b", "error parsing regexp: missing closing ): `(a)(b`"],
    ["(?=a)", "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"],
    ["\\", "error parsing regexp: trailing backslash at end of expression: ``"],
  ])("says why %s is none", (pattern, why) => {
    let fault: unknown;
    try {
      compileGoPattern(pattern);
    } catch (error) {
      fault = error;
    }
    expect(explainPattern(fault)).toBe(why);
  });
});
