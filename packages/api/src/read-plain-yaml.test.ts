import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeYaml } from "./compose-yaml.ts";
import { encodeYaml } from "./encode-yaml.ts";
import type { JsonValue } from "./json-value.ts";
import { readPlainYaml } from "./read-plain-yaml.ts";
import { decodeUtf8 } from "./text-bytes.ts";
import { yamlToJson } from "./yaml-to-json.ts";

/** By the whole grammar. */
function readFully(text: string): { value: JsonValue; hasBigInts: boolean } {
  for (const document of composeYaml(text)) {
    const { value, hasBigInts } = yamlToJson(text, document, () => 0);
    return { value, hasBigInts };
  }
  return { value: null, hasBigInts: false };
}

describe("readPlainYaml()", () => {
  it.each<[string, JsonValue]>([
    ["a: 1\n", { a: 1 }],
    ["a: 1", { a: 1 }],
    ["a: |+\n  b\n\n\nc: |+\n  d\ne: 1\n", { a: "b\n\n\n", c: "d\n", e: 1 }],
    ["a: |-\n  b", { a: "b" }],
    ["---\n# about\na: x # comment\n\nb:\n", { a: "x", b: null }],
    ["a:\n- x\n- b: 1\n  c: 2\n-\n  - v\n- - z\n  - w\n", { a: ["x", { b: 1, c: 2 }, ["v"], ["z", "w"]] }],
    ['a:\n    b:\n     c: true\nd: ["x", "y"]\ne: []\nf: {}\n', { a: { b: { c: true } }, d: ["x", "y"], e: [], f: {} }],
    ['a: \'it\'\'s\'\nb: "q\\"\\n"\n"c": http://x:80/#y\n', { a: "it's", b: 'q"\n', c: "http://x:80/#y" }],
    ["a: |\n  x\n\n    y #\n  \n\nb: |-\n  z\n", { a: "x\n\n  y #\n", b: "z" }],
    ["a: b\n  c\n\n\n    d - e\n\nf: - g\n", undefined as unknown as JsonValue],
    ["a: b\n  c\n\n\n    d - e\n\nf: g\n", { a: "b c\n\nd - e", f: "g" }],
    ["- a\n  b\n- 'it''s\n\n  so '\n", ["a b", "it's\nso "]],
    ['a: "x\\n  \n  y\\ z\n  \\ \\\\ " # c\n', { a: "x\n y z  \\ " }],
    ["a: 9007199254740993\n", { a: 9007199254740993n }],
    ["n: 1\n0x10: 2\n2001-01-01: 3\n", { false: 1, "16": 2, "2001-01-01": 3 }],
    ["- 1\n- -1\n- --x\n", [1, -1, "--x"]],
    ["", undefined as unknown as JsonValue],
  ])("reads %j as the whole grammar does, or not at all", (text, value) => {
    expect(readPlainYaml(text)?.value).toEqual(value);
    expect(value === undefined || readFully(text).value).toEqual(value === undefined || value);
  });

  it.each([
    "a: |\n  b",
    "a: b\n  c: d\n",
    "a: b\n  c # d\n",
    "a: 2001-01-01\n  10:00:00\n",
    "a: 'b\nc'\n",
    'a: "b\\\n  c"\n',
    "a: &x 1\n",
    "a: *x\n",
    "a: !!str 1\n",
    "a: {b: 1}\n",
    "a: >\n  x\n",
    "a: 1\na: 2\n",
    "on: 1\nyes: 2\n",
    "1.5: x\n",
    "null: x\n",
    "? a\n",
    "a: b: c\n",
    "a:\tb\n",
    "a: 1\n---\nb: 2\n",
    "a: .inf\n",
    "a:\n  b: 1\n c: 2\n",
    "a: |\n   x\n  y\n",
    "<<: {}\n",
    'a: "\\u00e9"\n',
  ])("leaves %j to the whole grammar", (text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  it("reads what is printed", () => {
    const key = fc.constantFrom("a", "b-c", "x/y", "__proto__", "kubernetes.io/name", "on", "1", "");
    const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<JsonValue>(null, true, 0, 1.5, "", "text", "yes", "- x", "a: b", "x #y", "l1\nl2\n", " s", "é"),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
      ) as fc.Arbitrary<JsonValue>,
    }));
    let plain = 0;
    fc.assert(
      fc.property(tree, (value) => {
        const text = decodeUtf8(encodeYaml(value));
        const read = readPlainYaml(text);
        plain += read === undefined ? 0 : 1;
        expect(read?.value ?? null).toEqual(read === undefined ? null : readFully(text).value);
      }),
      { numRuns: 500 },
    );
    expect(plain).toBeGreaterThan(200);
  });

  it("never reads anything else than the whole grammar would", () => {
    const piece = fc.constantFrom(
      ..."a|b|a:|a: |n: |- |-|  |\n|\n|\n  |\n    |#| #|'|\"|x y|1|null|[]|{}|:|,|---|...|&|*|!|>|%|?|~|\t|''|\\n|-1|0x1|\"q\"|'s'".split(
        "|",
      ),
      "|",
      "|-",
      "|+\n  ",
      "|\n  ",
      "|\n    ",
      "\\",
      "\\ ",
      "a: 'x\n  ",
      'a: "x\n  ',
      "a: x\n  ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = `${pieces.join("")}\n`;
        const read = readPlainYaml(text);
        if (read !== undefined) {
          expect(read).toEqual(readFully(text));
        }
      }),
      { numRuns: 3000 },
    );
  });
});
