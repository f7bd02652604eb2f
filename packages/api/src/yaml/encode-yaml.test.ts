import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyJsonValue } from "../testing/any-json-value.ts";
import type { JsonValue } from "../value/json-value.ts";
import { decodeYaml } from "./decode-yaml.ts";
import { encodeYaml, printYaml } from "./encode-yaml.ts";

const words = (count: number) => Array.from({ length: count }, () => "words").join(" ");

describe("printYaml()", () => {
  it("sorts keys, and indents lists as far as their keys", () => {
    const value = { b: [{ d: 1, c: [[1, 2], []] }, {}, "x"], a: { f: {}, e: null } };
    expect(printYaml(value)).toBe(
      `a:
  e: null
  f: {}
b:
- c:
  - - 1
    - 2
  - []
  d: 1
- {}
- x
`,
    );
  });

  it("counts numbers inside of keys as numbers", () => {
    const keys = ["a10", "a2", "b", "B", "_", "-", "10", "9", "a-b", "a.b", "a/b", "a", "a02", "z100", "z20", "é"];
    const value = Object.fromEntries(keys.map((key) => [key, 1]));
    const printed = printYaml(value).split(": 1\n").slice(0, -1);
    expect(printed.join(" ")).toBe(`'-' _ "9" "10" B a a-b a.b a/b a2 a02 a10 b z20 z100 é`);
  });

  it.each<[JsonValue, string]>([
    ["yes", '"yes"'],
    ["", '""'],
    ["1e3", '"1e3"'],
    ["12:30:45", '"12:30:45"'],
    ["2001-01-01", '"2001-01-01"'],
    ["2001-13-01", "2001-13-01"],
    ["<<", '"<<"'],
    ["a: b", "'a: b'"],
    ["a:b", "a:b"],
    ["it's: ", "'it''s: '"],
    ["-", "'-'"],
    ["- a", "'- a'"],
    ["-a", "-a"],
    ["a #b", "'a #b'"],
    ["@x", "'@x'"],
    [" x", "' x'"],
    ["a\tb", '"a\\tb"'],
    ["😀", '"\\U0001F600"'],
    ["é\u2028", '"é\\L"'],
    ["a\nb", "|-\n  a\n  b"],
    ["a\nb\n", "|\n  a\n  b"],
    ["a\n\n", "|+\n  a\n"],
    ["\n", "|2+\n"],
    [" a\nb", "|2-\n   a\n  b"],
    ["a \nb", '"a \\nb"'],
    [1.5, "1.5"],
    [1234567.5, "1.2345675e+06"],
    [1234567, "1234567"],
    [1e-7, "1e-07"],
    [1e20, "1e+20"],
    [-0, "0"],
    [9007199254740993n, "9007199254740993"],
    [true, "true"],
    [[], "[]"],
  ])("prints %o as %s", (value, printed) => {
    expect(printYaml(value)).toBe(`${printed}\n`);
  });

  it("breaks long lines at a space beyond column 80", () => {
    const text = words(16);
    expect(printYaml({ a: text })).toBe(`a: ${words(14)}\n  ${words(2)}\n`);
    expect(printYaml({ a: `${text}: ` })).toBe(`a: '${words(13)}\n  ${words(3)}: '\n`);
    expect(printYaml({ a: `${text}\t` })).toBe(`a: "${words(13)}\n  ${words(3)}\\t"\n`);
  });

  it("writes keys that are long or have several lines behind a question mark", () => {
    const long = "k".repeat(129);
    expect(printYaml({ [long]: [1], "a\nb": { c: 1 } })).toBe(`? |-\n  a\n  b\n: c: 1\n? ${long}\n: - 1\n`);
  });
});

describe("encodeYaml()", () => {
  it("is undone by decodeYaml()", () => {
    fc.assert(
      fc.property(anyJsonValue, (value) => {
        expect(decodeYaml(encodeYaml(value)).value).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });
});
