import { fieldPath } from "@kiln/api";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { checkPattern } from "./check-pattern.ts";

const PATH = fieldPath("pattern");

/** Random patterns, mostly invalid: parts of patterns in any order. */
const scrap = fc
  .array(
    fc.constantFrom(
      ..."abz09-.^$|()[]{}?*+\\,:= <>P!/&dwsbBAzQEp",
      "\\d",
      "[a-z]",
      "{2}",
      "{1,3}",
      "{64}",
      "(?:",
      "[^",
      "[[:alpha:]]",
      "\\.",
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(""));

function isValid(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

describe("checkPattern()", () => {
  it("judges every pattern as the engine does that will run it", () => {
    fc.assert(
      fc.property(scrap, (pattern) => {
        expect([pattern, checkPattern(pattern, PATH).length === 0]).toEqual([pattern, isValid(pattern)]);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["a lookahead", "(?=a)b"],
    ["a reference", "(a)\\1"],
    ["a count beyond what the engine takes", "(a{64}){64}"],
    ["a count of a count", "a{2}{3}"],
    ["an open group", "(a"],
  ])("refuses %s", (_what, pattern) => {
    expect(checkPattern(pattern, PATH)).toEqual([
      expect.objectContaining({ detail: expect.stringContaining("must be a valid regular expression, but isn't: ") }),
    ]);
  });
});
