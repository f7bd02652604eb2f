import { describe, expect, it } from "vitest";
import { createEnvironment } from "./environment.ts";
import { bindingsLibrary } from "./library/bindings.ts";
import { doubleType, intType, listType, mapType, stringType, structType } from "./values/type.ts";
import { CelError } from "./values/value.ts";

function run(expression: string, data: Record<string, unknown> = {}): unknown {
  const variables = { i: intType, s: stringType };
  const { program, fault } = createEnvironment({ variables }).compile(expression);
  if (program === undefined) {
    return fault.text;
  }
  const { value } = program.evaluate(data);
  return value instanceof CelError ? `error: ${value.message}` : value;
}

describe("createEnvironment()", () => {
  it("says where and why an expression does not compile", () => {
    expect(run("i +\n\t's' + é")).toBe(
      [
        "ERROR: <input>:2:8: Syntax error: token recognition error at: 'é'",
        " |  's' + é",
        " | .......＾",
        "ERROR: <input>:2:9: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
        " |  's' + é",
        " | .......．^",
      ].join("\n"),
    );
  });

  it("tells a program that always fails from one that may", () => {
    const { fault } = createEnvironment().compile("int('x') == 1");
    expect(fault).toEqual({ kind: "program", text: "type conversion error from 'string' to 'int'", issues: [] });
  });

  it.each([
    ["1.31", "[1].all(i, v, v > 0)", "undeclared reference to 'all'"],
    ["1.32", "[1].all(i, v, v > 0)", undefined],
    ["1.28", "'%d'.format([1])", "undeclared reference to 'format'"],
    ["1.29", "'%d'.format([1])", undefined],
    ["1.27", "{'a': 1}.?a", "unsupported syntax '.?'"],
    ["1.32", "semver('1.2.3').major()", "undeclared reference to 'semver'"],
    ["1.28", "'a'.upperAscii()", undefined],
  ])("has in version %s what that version has: %s", (version, expression, fault) => {
    const compiled = createEnvironment({ version }).compile(expression);
    if (fault === undefined) {
      expect(compiled.fault).toBeUndefined();
    } else {
      expect(compiled.fault?.text).toContain(fault);
    }
  });

  it("can be extended without changing", () => {
    const base = createEnvironment({ variables: { a: intType } });
    const wider = base.extend({ variables: { b: intType }, libraries: [bindingsLibrary] });
    expect(wider.compile("cel.bind(c, a + b, c * c)").program?.evaluate({ a: 1, b: 2 }).value).toBe(9);
    expect(base.compile("a + b").fault?.text).toContain("undeclared reference to 'b'");
  });

  it("finds names in its container first", () => {
    const variables = { "x.y.name": intType, name: stringType };
    const { program } = createEnvironment({ container: "x.y", variables }).compile("name == 1 && .name == 'a'");
    expect(program?.evaluate({ "x.y.name": 1, name: "a" }).value).toBe(true);
  });
});

describe("object types", () => {
  const fields = new Map([
    ["spec", { type: structType("Spec") }],
    ["size", { type: intType }],
    ["ratio", { type: doubleType }],
    ["ratios", { type: listType(doubleType) }],
    ["odd__dot__name", { type: stringType, key: "odd.name" }],
    ["labels", { type: mapType(stringType, stringType) }],
    ["constructor", { type: stringType }],
  ]);
  const environment = createEnvironment({
    variables: { self: structType("Spec") },
    types: { hasType: (name) => name === "Spec", findField: (_, field) => fields.get(field) },
  });
  const evaluate = (expression: string, self: unknown) => {
    const { program, fault } = environment.compile(expression);
    const value = program?.evaluate({ self }, { costLimit: 1000 }).value;
    return value instanceof CelError ? value.message : (value ?? fault?.text);
  };

  it.each([
    ["self.size > 1", { size: 2 }, true],
    ["self.ratio == 2.0 && type(self.ratio) == double", { ratio: 2 }, true],
    ["type(dyn(self).size)", { size: 2 }, expect.objectContaining({ type: intType })],
    ["self.ratios[0] / 2.0 == 0.5", { ratios: [1] }, true],
    ["type(dyn(self.ratios)[0]) == double", { ratios: [1] }, true],
    ["self.ratios.all(x, x < 2.0)", { ratios: [1, 1.5] }, true],
    ["self.odd__dot__name == 'a'", { "odd.name": "a" }, true],
    ["has(self.size)", { size: null }, false],
    ["self.size", {}, "no such key: size"],
    ["self.spec.spec.size", { spec: { spec: { size: 7 } } }, 7],
    ["self.constructor", {}, "no such key: constructor"],
    ["has(self.constructor)", {}, false],
    ["self.constructor == 'a'", { constructor: "a" }, true],
    ["'toString' in self.labels", { labels: {} }, false],
    ["self.labels.valueOf", { labels: {} }, "no such key: valueOf"],
    ["self == self", JSON.parse('{"__proto__": {"a": 1}}'), true],
    ["self.labels == {'__proto__': 'a'}", { labels: JSON.parse('{"__proto__": "a"}') }, true],
    ["self.labels == {'__proto__': 'a'}", { labels: { other: "a" } }, false],
  ])("%s of %j is %j", (expression, self, expected) => {
    expect(evaluate(expression, self)).toEqual(expected);
  });

  it("reports a field no object of the type has", () => {
    expect(evaluate("self.nope", {})).toBe("ERROR: <input>:1:5: undefined field 'nope'\n | self.nope\n | ....^");
  });
});
