import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { compilePattern } from "./compile-pattern.ts";
import { parseSimplePattern } from "./parse-simple-pattern.ts";

const atom = fc.constantFrom(
  "a",
  "b",
  "1",
  "-",
  ".",
  "\\.",
  "\\d",
  "\\w",
  "\\W",
  "[a-z]",
  "[^b]",
  "[-a-c1]",
  "[\\d.]",
  "\\-",
  " ",
);
const suffix = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?");
const { pattern: source } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.tuple(atom, suffix).map(([a, s]) => a + s),
    fc.tuple(tie("pattern"), suffix).map(([p, s]) => `(${p})${s}`),
  ),
  pattern: fc
    .array(fc.array(tie("piece"), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((branches) => branches.map((pieces) => pieces.join("")).join("|")),
}));
const anchored = fc
  .tuple(fc.constantFrom("", "^"), source, fc.constantFrom("", "$"))
  .map(([start, body, end]) => start + body + end);
const text = fc.string({
  unit: fc.constantFrom("a", "b", "c", "1", "2", "-", ".", " ", "\n", "A", "é", "😀"),
  maxLength: 12,
});

describe("compilePattern()", () => {
  it("agrees with the general engine on any pattern and text", () => {
    fc.assert(
      fc.property(anchored, fc.array(text, { minLength: 1, maxLength: 8 }), (pattern, texts) => {
        const engine = RE2JS.compile(pattern);
        const match = compilePattern(pattern);
        for (const sample of texts) {
          expect([pattern, sample, match(sample)]).toEqual([pattern, sample, engine.test(sample)]);
        }
      }),
      { numRuns: 800 },
    );
  });

  it.each([
    ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", "a-b.c9", true],
    ["^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", "a-.c9", false],
    ["b+", "abbc", true],
    ["^$", "", true],
    ["^$", "a", false],
    ["", "anything", true],
    ["^a|b$", "xb", true],
    ["^a|b$", "xbx", false],
    ["^\\p{L}+$", "é", true],
    ["^.$", "😀", true],
    ["(?i)ABC", "xabcx", true],
  ])("%s on %s: %s", (pattern, sample, expected) => {
    expect(compilePattern(pattern)(sample)).toBe(expected);
  });

  it.each(["(", "a**", "[b-a]", "a{2000}", "\\"])("throws what the engine says of %s", (pattern) => {
    expect(() => compilePattern(pattern)).toThrow();
  });

  it("stays linear where backtracking would not", () => {
    for (const pattern of ["(a+)+$", "^(a|a)*b$", "^(a*)*$", "(x+x+)+y"]) {
      expect(compilePattern(pattern)("a".repeat(100_000))).toBe(RE2JS.compile(pattern).test("a".repeat(100_000)));
    }
  });

  it("gives up on patterns whose table would grow without bound, and is still right", () => {
    const match = compilePattern("^[ab]*a[ab]{12}$");
    for (let i = 0; i < 3000; i++) {
      match((i * 7919).toString(2).replaceAll("0", "a").replaceAll("1", "b"));
    }
    expect(match("a".repeat(13))).toBe(true);
    expect(match(`b${"a".repeat(12)}`)).toBe(false);
  });
});

describe("parseSimplePattern()", () => {
  it.each(["(?i)a", "\\bx", "\\pL", "[[:alpha:]]", "a{1", "(^a)", "a$b", "é", "a{65}", "(?P<n>a)"])(
    "leaves %s to the general engine",
    (pattern) => {
      expect(parseSimplePattern(pattern)).toBeUndefined();
    },
  );
});
