import { type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { compileSchema } from "../compile.ts";
import { parseJsonSchema } from "../parse-schema.ts";
import { createRuleEngine } from "./rule-engine.ts";

const engine = createRuleEngine();

function judge(schema: JsonValue, value: JsonValue, old?: JsonValue) {
  const { schema: parsed } = parseJsonSchema(schema);
  const compiled = compileSchema(parsed, { semantics: "kep", rules: engine.compile });
  const warnings: string[] = [];
  const errors =
    old === undefined
      ? compiled.validate(value)
      : compiled.validateUpdate(value, old, { warn: (error) => warnings.push(printFieldError(error)) });
  return { errors: errors.map(printFieldError), warnings };
}

type Rule = string | JsonObject;

/** Schema of an object with one field `v`, which has `schema` and the rules. */
const field = (schema: JsonObject, ...rules: Rule[]) => ({
  type: "object",
  properties: { v: { ...schema, "x-kubernetes-validations": rules.map(toRule) } },
});

const toRule = (rule: Rule): JsonObject => (typeof rule === "string" ? { rule } : rule);

const object = (properties: JsonObject, more: JsonObject = {}) => ({ type: "object", properties, ...more });
const texts = { type: "array", items: { type: "string" } };
const named = object({ name: { type: "string" }, n: { type: "integer" } });
const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };

describe("rules in a schema", () => {
  it.each<[string, JsonObject, string, JsonValue, boolean]>([
    ["integers", { type: "integer" }, "self % 2 == 0", 4, true],
    ["integers beyond what doubles hold", { type: "integer" }, "self == 9007199254740993", 9007199254740993n, true],
    ["whole numbers", { type: "number" }, "self == 2.0 && type(self) == double", 2, true],
    ["times", { type: "string", format: "date-time" }, "self.getFullYear() == 2024", "2024-02-29T12:00:00Z", true],
    ["days", { type: "string", format: "date" }, "self < timestamp('2024-03-01T00:00:00Z')", "2024-02-29", true],
    ["durations", { type: "string", format: "duration" }, "self == duration('90s')", "1m30s", true],
    ["durations in words", { type: "string", format: "duration" }, "self == duration('36h')", "1 day 12 hours", true],
    ["bytes", { type: "string", format: "byte" }, "self == b'hello' && size(self) == 5", "aGVsbG8=", true],
    [
      "ints or strings",
      { "x-kubernetes-int-or-string": true },
      "type(self) == int ? self > 0 : self == 'all'",
      1,
      true,
    ],
    ["maps", { type: "object", additionalProperties: { type: "integer" } }, "self.all(k, self[k] > 0)", { a: 1 }, true],
    [
      "objects of the prototype's names",
      object({ constructor: { type: "string" } }),
      "has(self.constructor)",
      {},
      false,
    ],
    [
      "sets, whatever their order",
      { ...texts, "x-kubernetes-list-type": "set" },
      "self == ['b', 'a']",
      ["a", "b"],
      true,
    ],
    [
      "sets, which unite",
      { ...texts, "x-kubernetes-list-type": "set" },
      "size(self + ['b', 'c']) == 3",
      ["a", "b"],
      true,
    ],
    ["lists, whose order counts", texts, "self == ['b', 'a']", ["a", "b"], false],
    [
      "items by their keys",
      { type: "array", items: named, ...keyed },
      "self + self == self",
      [{ name: "a" }, { name: "b" }],
      true,
    ],
  ])("see %s", (_, schema, rule, value, holds) => {
    expect(judge(field(schema, rule), { v: value }).errors.length === 0).toBe(holds);
  });

  it("call properties by escaped names", () => {
    const schema = object({
      "a-b": { type: "integer" },
      "c.d/e": { type: "integer" },
      namespace: { type: "string" },
      x__y: { type: "string" },
    });
    const rule =
      "self.a__dash__b == 1 && self.c__dot__d__slash__e == 2 && self.__namespace__ == self.namespace && has(self.x__underscores__y)";
    expect(judge(field(schema, rule), { v: { "a-b": 1, "c.d/e": 2, namespace: "n", x__y: "" } }).errors).toEqual([]);
  });

  it("see name, kind and version of a resource, embedded or not", () => {
    const rule = { rule: "self.metadata.name == 'w' && self.kind == 'Widget' && !has(self.metadata.generateName)" };
    const schema = { type: "object", "x-kubernetes-validations": [rule] };
    const widget = { apiVersion: "v1", kind: "Widget", metadata: { name: "w" } };
    expect(judge(schema, widget).errors).toEqual([]);
    const embedded = {
      ...schema,
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    };
    expect(judge(object({ v: embedded }), { v: widget }).errors).toEqual([]);
    expect(judge(object({ v: embedded }), { v: { ...widget, kind: "Gadget" } }).errors).toHaveLength(1);
  });

  it("treat a field that is null as absent, and an item as null", () => {
    const schema = object({
      a: { type: "string", nullable: true },
      l: { type: "array", items: { type: "string", nullable: true } },
    });
    expect(
      judge(field(schema, "!has(self.a) && type(self.l[0]) == null_type"), { v: { a: null, l: [null] } }).errors,
    ).toEqual([]);
  });

  it.each<[string, Rule, string]>([
    ["the rule itself", "self.n > 1", "v: Invalid value: failed rule: self.n > 1"],
    ["its message", { rule: "self.n > 1", message: " too small " }, "v: Invalid value: too small"],
    [
      "what its message expression says",
      { rule: "self.n > 1", message: "no", messageExpression: "'not ' + string(self.n)" },
      "v: Invalid value: not 1",
    ],
    [
      "its message, where the expression fails",
      { rule: "self.n > 1", message: "no", messageExpression: "string(1 / (self.n - 1))" },
      "v: Invalid value: no",
    ],
    [
      "its message, where the expression has line breaks",
      { rule: "self.n > 1", message: "no", messageExpression: "'a\\nb'" },
      "v: Invalid value: no",
    ],
    [
      "the field it names",
      { rule: "self.n > 1", fieldPath: ".n", reason: "FieldValueRequired" },
      "v.n: Required value: failed rule: self.n > 1",
    ],
    ["that it is forbidden", { rule: "self.n > 1", reason: "FieldValueForbidden", message: "no" }, "v: Forbidden: no"],
    [
      "that it is there already",
      { rule: "self.n > 1", reason: "FieldValueDuplicate", message: "no" },
      "v: Duplicate value",
    ],
    [
      "that it cannot be evaluated",
      "1 / (self.n - 1) > 0",
      'v: Invalid value: "object": division by zero evaluating rule: 1 / (self.n - 1) > 0',
    ],
    [
      "that its types do not fit",
      "dyn(self.n) > 'a'",
      `v: Invalid value: "object": 'no such overload': call arguments did not match a supported operator, function or ` +
        "macro signature for rule: dyn(self.n) > 'a'",
    ],
  ])("say %s", (_, rule, error) => {
    expect(judge(field(named, rule), { v: { n: 1 } }).errors).toEqual([error]);
  });

  it("show values that are no objects or lists", () => {
    expect(judge(field({ type: "string" }, "self == 'a'"), { v: "b" }).errors).toEqual([
      `v: Invalid value: "b": failed rule: self == 'a'`,
    ]);
  });

  it("count for updates only if they compare, unless the old value is optional", () => {
    const compare = "self >= oldSelf";
    const optional = { rule: "oldSelf.orValue(0) < self", optionalOldSelf: true };
    const schema = field({ type: "integer" }, compare, optional);
    expect(judge(schema, { v: 1 }).errors).toEqual([]);
    expect(judge(schema, { v: 0 }).errors).toEqual(["v: Invalid value: 0: failed rule: oldSelf.orValue(0) < self"]);
    expect(judge(schema, { v: 1 }, {}).errors).toEqual([]);
    expect(judge(schema, { v: 1 }, { v: 2 }).errors).toHaveLength(2);
  });

  it("compare items of keyed lists with those of the same key", () => {
    const item = { ...named, "x-kubernetes-validations": [{ rule: "self.n == oldSelf.n" }] };
    const schema = object({ v: { type: "array", items: item, ...keyed } });
    const old = {
      v: [
        { name: "a", n: 1 },
        { name: "b", n: 2 },
      ],
    };
    expect(
      judge(
        schema,
        {
          v: [
            { name: "b", n: 2 },
            { name: "c", n: 3 },
            { name: "a", n: 2 },
          ],
        },
        old,
      ).errors,
    ).toEqual(["v[2]: Invalid value: failed rule: self.n == oldSelf.n"]);
  });

  it("only warn of what an update leaves alone, unless they compare", () => {
    const schema = object({
      v: { type: "integer", "x-kubernetes-validations": [{ rule: "self > 0" }, { rule: "self > oldSelf" }] },
      other: { type: "string" },
    });
    expect(judge(schema, { v: 0, other: "x" }, { v: 0 })).toEqual({
      errors: ["v: Invalid value: 0: failed rule: self > oldSelf"],
      warnings: ["v: Invalid value: 0: failed rule: self > 0"],
    });
  });

  it("end with the budget of one rule, or of all", () => {
    const range = Array.from({ length: 1200 }, (_, index) => index);
    const numbers = { type: "array", items: { type: "integer" } };
    const rule = "self.all(x, self.all(y, x + y >= 0))";
    expect(judge(field(numbers, rule, "false"), { v: range }).errors).toEqual([
      `v: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be ` +
        `run due to call cost exceeds limit for rule: ${rule}`,
    ]);
    const many = object({ v: { type: "array", items: { ...numbers, "x-kubernetes-validations": [{ rule }] } } });
    expect(judge(many, { v: Array.from({ length: 40 }, () => range.slice(0, 350)) }).errors).toEqual([
      'v[11]: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules ' +
        "will be run",
    ]);
  });
});
