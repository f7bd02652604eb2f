import { describe, expect, it } from "vitest";
import { JsonSyntaxError } from "../json/json-syntax-error.ts";
import { encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonValue } from "../value/json-value.ts";
import { decodeYaml, decodeYamlSlices, parseYaml, parseYamlDocuments } from "./decode-yaml.ts";

function errorOf(read: () => unknown): JsonSyntaxError {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return error;
    }
    throw error;
  }
  throw new Error("was read without an error");
}

function bomb(levels: number): string {
  const lines = Array.from({ length: levels }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`);
  return `a0: &a0 [x]\n${lines.join("\n")}\n`;
}

describe("decodeYaml()", () => {
  it.each<[string, JsonValue]>([
    ["", null],
    ["# nothing\n", null],
    ["---\n...\n", null],
    ["\ufeffa: 1", { a: 1 }],
    ["n: 1\n2: x\n1.50: w\n0x10: z\n2001-01-01: d\n", { false: 1, "2": "x", "1.5": "w", "16": "z", "2001-01-01": "d" }],
    ["1e20: a\n1234567.5: b\n0.1234567891: c\n", { "1e+20": "a", "1.2345675e+06": "b", "0.12345679": "c" }],
    ["a: yes\nb: 'yes'\nc: !!str yes\nd: ! 12\ne: !x 12\n", { a: true, b: "yes", c: "yes", d: "12", e: "12" }],
    ["a: !!float 1\nb: !!int '3'\nc: !!binary aGk=\nd: !!binary /w==\n", { a: 1, b: 3, c: "hi", d: "\ufffd" }],
    ["a: 2001-01-01\nb: 9007199254740993\n", { a: "2001-01-01", b: 9007199254740993n }],
    ["a: 1\n---\nb: [\n", { a: 1 }],
    ["a: &x {k: 1}\nb: *x\nc: &x 2\nd: *x\n", { a: { k: 1 }, b: { k: 1 }, c: 2, d: 2 }],
    ["k: &k foo\n*k : 1\n", { k: "foo", foo: 1 }],
    ["{a: [1, {b: c}], ? d, 'e': }", { a: [1, { b: "c" }], d: null, e: null }],
    ["a: |\n  x\nb: >\n  y\n  z", { a: "x\n", b: "y z" }],
    ["a: 1\rb:\r\n- c\r\n- |\r\n  x\r\n  w\r\n", { a: 1, b: ["c", "x\nw\n"] }],
    ["a: |+\n  x\n  ", { a: "x\n" }],
    ["a: !!set {b, c}\n", { a: { b: null, c: null } }],
    ["a: {\n  b: [1,\n  2]\n}\n", { a: { b: [1, 2] } }],
    // Texts that Kubernetes decodes in its own way; the results were compared with sigs.k8s.io/yaml v1.6.
    ["a:\n|\n  x\nb: 1\n", { a: "x\n", b: 1 }],
    ["a: {b:c, d:}", { a: { "b:c": null, "d:": null } }],
    ["a: 'x'#c\n", { a: "x" }],
    ["{a: b} c\n", { a: "b" }],
    ["a: [b: c, ? d : e]\n", { a: [{ b: "c" }, { d: "e" }] }],
    ["a: &x\n  b: 1\nc: *x\n", { a: { b: 1 }, c: { b: 1 } }],
    ["&x a: 1\nb: *x\n", { a: 1, b: "a" }],
    ["? a\n: - b\n? c\n", { a: ["b"], c: null }],
    ["a: !<tag:yaml.org,2002:str> 1\n", { a: "1" }],
    ["%TAG !e! tag:yaml.org,2002:\n---\na: !e!int 0x10\n", { a: 16 }],
    ["a: x\u2028  y\n", { a: "x\u2028y" }],
    ['a: "x\\\n   y\\x41\\U0001f600"\n', { a: "xyA\u{1f600}" }],
    ["a: >\n  b\n   c\n\n  d\n", { a: "b\n c\n\nd\n" }],
    ["a: |2-\n   b\n", { a: " b" }],
    ["- # c\n  a\n-\n- - b\n", ["a", null, ["b"]]],
  ])("reads %j", (text, value) => {
    expect(parseYaml(text).value).toEqual(value);
  });

  it.each<[string, JsonValue]>([
    ["<<: *b\n  x: 3", { x: 3, w: 2 }],
    ["x: 3\n  <<: *b", { x: 1, w: 2 }],
    ["<<: [*b, {x: 9, z: 8}]", { x: 1, w: 2, z: 8 }],
    ["'<<': 1", { "<<": 1 }],
  ])("merges %j in the order of the text", (lines, value) => {
    expect(parseYaml(`base: &b {x: 1, w: 2}\nd:\n  ${lines}\n`).value).toMatchObject({ d: value });
  });

  it("names keys that are given again, with the line of the value", () => {
    const text = "a: 1\nb:\n  c: 1\n  c:\n    d: 2\n'a': 3\nn: 1\nno: 2\n1: x\n'1': y\n";
    expect(parseYaml(text).duplicates).toEqual([
      'line 5: key "c" already set in map',
      'line 6: key "a" already set in map',
      "line 8: key false already set in map",
    ]);
    expect(parseYaml(text).value).toMatchObject({ a: 3, b: { c: { d: 2 } }, false: 2 });
  });

  it("keeps __proto__ as data", () => {
    const value = parseYaml("__proto__: {a: 1}\nb: {<<: {__proto__: 2}}\n").value as { b: object };
    expect(Object.keys(value)).toEqual(["__proto__", "b"]);
    expect(Object.keys(value.b)).toEqual(["__proto__"]);
  });

  it("makes copies of what an alias stands for", () => {
    const { a, b } = parseYaml("a: &x {k: []}\nb: *x\n").value as { a: object; b: object };
    expect(b).toEqual(a);
    expect(b).not.toBe(a);
  });

  it.each([
    ["a: [1,\nb: 2", "yaml: line 2: did not find expected ',' or ']'"],
    ["x: 1\ny: {a: 1\n", "yaml: line 2: did not find expected ',' or '}'"],
    ["a:\n\tb: 1", "yaml: line 2: found character that cannot start any token"],
    ["k: 1\na: b: c\n", "yaml: line 2: mapping values are not allowed in this context"],
    ["a: b: c", "yaml: mapping values are not allowed in this context"],
    ["a: 'b\nc: 1\n", "yaml: line 3: found unexpected end of stream"],
    ["a: 1\nb\n", "yaml: line 3: could not find expected ':'"],
    ["a: 1\n]", "yaml: line 1: did not find expected key"],
    ["%YAML 1.1\n", "yaml: line 1: did not find expected <document start>"],
    ["}", "yaml: did not find expected node content"],
    ["a: \u0001", "yaml: control characters are not allowed"],
    ["%YAML 1.2\n---\na: 1\n", "yaml: found incompatible YAML document"],
    ["a: *x", "yaml: unknown anchor 'x' referenced"],
    ["a: &x [*x]", "yaml: anchor 'x' value contains itself"],
    ["a: {<<: 1}", "yaml: map merge requires map or sequence of maps as the value"],
    ["a: !!int foo", "yaml: cannot decode !!str `foo` as a !!int"],
    ["a: !!binary '*'", "yaml: !!binary value contains invalid base64 data"],
    ["a: -.inf", "json: unsupported value: -Inf"],
    ['a: "\\ud800"', "yaml: found invalid Unicode character escape code"],
    ["{~: 1}", "unsupported map key of type: %!s(<nil>), key: <nil>, value: 1"],
    ["? [1]\n: 2", "yaml: invalid map key: []interface {}{1}"],
    ["? {a: 1}\n: 2", 'yaml: invalid map key: map[interface {}]interface {}{"a":1}'],
    ["a: .inf\nb: [", "yaml: line 2: did not find expected node content"],
    ["a: 1\n  b: 2", "yaml: line 2: mapping values are not allowed in this context"],
    ['a: "x"\n  b: 2', "yaml: line 1: did not find expected key"],
    ["a: - b", "yaml: block sequence entries are not allowed in this context"],
    [`${"k".repeat(1025)}: 1`, "yaml: mapping values are not allowed in this context"],
    ["a: {b: 1}}\nc: 2", "yaml: did not find expected key"],
    ["!e!x a", "yaml: found undefined tag handle"],
    ["%TAG !e! x:\n%TAG !e! y:\n---\na: 1", "yaml: line 1: found duplicate %TAG directive"],
    ["%FOO\n---\na: 1", "yaml: found unknown directive name"],
  ])("refuses %j as Kubernetes does", (text, message) => {
    expect(errorOf(() => parseYaml(text)).message).toBe(message);
  });

  it("says where an error is", () => {
    expect(errorOf(() => parseYaml("é: 1\nb: @x"))).toMatchObject({
      name: "YamlSyntaxError",
      offset: 9,
      line: 2,
      column: 4,
    });
  });

  it("refuses bytes that are not UTF-8", () => {
    expect(errorOf(() => decodeYaml(Uint8Array.from([0x61, 0xff]))).message).toBe("yaml: invalid leading UTF-8 octet");
  });

  it("refuses aliases that unfold into far more than was written", () => {
    expect(parseYaml(bomb(2)).duplicates).toEqual([]);
    expect(errorOf(() => parseYaml(bomb(12))).message).toBe("yaml: document contains excessive aliasing");
  });

  it.each(["[", "{a: ", "- ", "? ", "&a [", "- - ? "])("refuses a deep nesting of %j", (opening) => {
    expect(errorOf(() => parseYaml(opening.repeat(20_000))).fault).toBe("depth");
  });

  it("refuses a nesting made deep by aliases", () => {
    const steps = Array.from(
      { length: 5 },
      (_, i) => `a${i + 1}: &a${i + 1} ${"[".repeat(250)}*a${i}${"]".repeat(250)}`,
    );
    expect(errorOf(() => parseYaml(`a0: &a0 x\n${steps.join("\n")}\n`)).fault).toBe("depth");
  });

  it("refuses what is longer than allowed", () => {
    expect(errorOf(() => parseYaml("a: 1", { maxBytes: 3 }))).toMatchObject({ fault: "size", message: "limit is 3" });
  });

  it("reads a megabyte with anchors, tags, folded text and keys given twice", () => {
    const text = `a: &a ${"x".repeat(1_000_000)}\nb: !!str 1\nc: >\n  d\n  e\nf: {g: [1]}\nf: {g: [2]}\n`;
    const { value, duplicates } = parseYaml(text);
    expect(value).toMatchObject({ b: "1", c: "d e\n", f: { g: [2] } });
    expect(duplicates).toEqual(['line 7: key "f" already set in map']);
  });

  it("refuses aliases that would copy a long text very often", () => {
    const times = (count: number) => `a: &a ${"x".repeat(1_000_000)}\nb: [${"*a,".repeat(count)}]\n`;
    expect((parseYaml(times(16)).value as { b: unknown[] }).b).toHaveLength(16);
    expect(errorOf(() => parseYaml(times(17))).message).toBe("yaml: document contains excessive aliasing");
  });
});

describe("parseYamlDocuments()", () => {
  it("reads each document and says where it starts", () => {
    const found = parseYamlDocuments("# head\n---\na: 1\n---\n# nothing\n---\n\nb: 2\nb: 3\n...\n---\n- c\n");
    expect(found.map(({ value, line, duplicates }) => ({ value, line, duplicates }))).toEqual([
      { value: { a: 1 }, line: 3, duplicates: [] },
      { value: { b: 3 }, line: 8, duplicates: ['line 9: key "b" already set in map'] },
      { value: ["c"], line: 12, duplicates: [] },
    ]);
  });

  it("keeps a document that says null", () => {
    expect(parseYamlDocuments("--- null\n---\n").map(({ value }) => value)).toEqual([null]);
  });

  it("names the line of an error in a later document", () => {
    expect(errorOf(() => parseYamlDocuments("a: 1\n---\nb:\n\tc: 1\n"))).toMatchObject({ line: 4 });
  });
});

describe("decodeYamlSlices()", () => {
  /** Slices before the result, and the result. */
  function drain(text: string) {
    const slices = decodeYamlSlices(encodeUtf8(text));
    let count = 0;
    for (let step = slices.next(); ; step = slices.next()) {
      if (step.done) {
        return { count, value: step.value.value };
      }
      count++;
    }
  }
  const repeat = (make: (i: number) => string) => Array.from({ length: 50_000 }, (_, i) => make(i)).join("");

  it.each([
    ["keys", repeat((i) => `k${i}: v\n`)],
    ["keys with anchors", repeat((i) => `k${i}: &a${i} v\n`)],
    ["keys in braces", `{${repeat((i) => `k${i}: v, `)}}`],
    ["maps in braces", `[${repeat(() => "{a: b}, ")}]`],
    ["items", repeat(() => "- a\n")],
    ["items in the column of their key", `a:\n${repeat(() => "- a\n")}`],
    ["maps", repeat(() => "- a: b\n")],
    ["explicit keys", repeat((i) => `? k${i}\n: v\n`)],
    ["brackets as keys", repeat(() => "- [a]\n")],
  ])("lets other work run while it reads many %s", (_, text) => {
    const { count, value } = drain(text);
    expect(count).toBeGreaterThanOrEqual(12);
    expect(value).toEqual(decodeYaml(encodeUtf8(text)).value);
  });

  it("reads a short text at once", () => {
    expect(drain("a: {b: [c]}")).toEqual({ count: 0, value: { a: { b: ["c"] } } });
  });
});
