import type { JsonValue } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJsonSchema } from "../parse-schema.ts";
import { compileRules, type RunRules } from "../rules.ts";
import { createRuleEngine } from "./rule-engine.ts";

const scalars: readonly JsonValue[] = [
  { type: "string" },
  { type: "string", format: "date-time" },
  { type: "string", format: "duration" },
  { type: "string", format: "byte" },
  { type: "integer" },
  { type: "number" },
  { type: "boolean" },
  { "x-kubernetes-int-or-string": true },
];

/** Rules that read a value in every way: comparison, old value, macros, size, fields, items, addition, conversion. */
const rules = [
  "self == self",
  "self == oldSelf",
  "[self].exists(x, x == self)",
  "dyn(self) == dyn(self) || type(self) == map",
  "dyn(self).size() > 0",
  "dyn(self).a == dyn(self).b",
  "dyn(self)[0] in dyn(self)",
  "dyn(self) + dyn(self) == dyn(self)",
  "dyn(self).all(x, x == x)",
  "string(dyn(self)) == '' || dyn(self) > dyn(self)",
].map((rule) => ({ rule, messageExpression: "string(dyn(self))" }));

const schemas: readonly JsonValue[] = scalars.flatMap((scalar) => {
  const object = { type: "object", properties: { a: scalar, b: scalar, constructor: scalar, "x-y": scalar } };
  return [
    scalar,
    { type: "array", items: scalar },
    { type: "array", items: scalar, "x-kubernetes-list-type": "set" },
    { type: "array", items: object, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "x-y"] },
    { type: "object", additionalProperties: scalar },
    object,
    { ...object, "x-kubernetes-preserve-unknown-fields": true },
  ] as readonly JsonValue[];
});

const keys = fc.constantFrom("a", "b", "constructor", "x-y", "__proto__", "other");
const leaves = fc.oneof(
  fc.constantFrom<JsonValue>("2020-01-01T00:00:00Z", "1h", "aGk=", "", null, true, 0, -1, 1.5, 2 ** 53, 2n ** 62n),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaves,
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(keys, tie("value")), { maxLength: 4, selector: ([key]) => key })
      .map((entries) => Object.fromEntries(entries) as JsonValue),
  ),
}));

describe("rules", () => {
  const engine = createRuleEngine();
  const compiled = schemas.map((schema) => {
    const { schema: parsed } = parseJsonSchema({
      type: "object",
      properties: { v: { ...(schema as object), "x-kubernetes-validations": rules } },
    } as JsonValue);
    return compileRules(parsed, engine.compile) as RunRules;
  });

  it("have an answer for whatever an object and its old state hold, be it what the schema says or not", () => {
    fc.assert(
      fc.property(fc.constantFrom(...compiled), values, values, (run, value, old) => {
        const { faults } = run({ value: { v: value }, old: { v: old }, costBudget: 10_000_000 });
        expect(faults).toBeInstanceOf(Array);
      }),
      { numRuns: 500 },
    );
  });
});
