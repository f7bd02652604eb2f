import { type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import type { CheckSchemaOptions } from "../check-options.ts";
import { checkSchema } from "../check-schema.ts";
import { parseJsonSchema } from "../parse-schema.ts";
import { createRuleEngine } from "./rule-engine.ts";

const rules = createRuleEngine();

function errorsOf(schema: JsonValue, options: CheckSchemaOptions = {}): string[] {
  return checkSchema(parseJsonSchema(schema).schema, { rules, ...options }).map(printFieldError);
}

const field = (schema: JsonObject, rule: string, more: JsonObject = {}) => ({
  type: "object",
  properties: { v: { ...schema, "x-kubernetes-validations": [{ rule, ...more }] } },
});

const RULE = "properties[v].x-kubernetes-validations[0].rule";
const HINT =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";
const numbers = { type: "array", items: { type: "integer" } };

describe("checking the rules of a schema", () => {
  it("says what does not compile, and shows the rule", () => {
    expect(errorsOf(field({ type: "integer" }, "self > 'a'"))).toEqual([
      `${RULE}: Invalid value: {"Rule":"self \\u003e 'a'","Message":"","MessageExpression":"","Reason":null,"FieldPath":"",` +
        `"OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:6: found no matching overload for '_>_' applied to ` +
        "'(int, string)'\n | self > 'a'\n | .....^",
    ]);
  });

  it.each<[string, JsonObject, string, JsonObject, string]>([
    ["a rule that is no condition", { type: "integer" }, "self + 1", {}, "cel expression must evaluate to a bool"],
    [
      "a message that is no text",
      { type: "integer" },
      "self > 1",
      { messageExpression: "self" },
      "messageExpression must evaluate to a string",
    ],
    [
      "a message that does not compile",
      { type: "integer" },
      "self > 1",
      { messageExpression: "x" },
      "messageExpression compilation failed: ERROR: <input>:1:1: undeclared reference to 'x'",
    ],
    [
      "an optional old value that is not used",
      { type: "integer" },
      "self > 1",
      { optionalOldSelf: true },
      "may not be set if oldSelf is not used in rule",
    ],
    [
      "rules about what has no type",
      { "x-kubernetes-preserve-unknown-fields": true },
      "true",
      {},
      "unable to convert structural schema to CEL declarations",
    ],
    ["fields whose type is not known", { type: "object" }, "self.x > 1", {}, "undefined field 'x'"],
  ])("refuses %s", (_, schema, rule, more, text) => {
    const errors = errorsOf(field(schema, rule, more));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(text);
  });

  it("refuses to compare items without identity", () => {
    const item = {
      type: "object",
      properties: { a: { type: "integer", "x-kubernetes-validations": [{ rule: "self == oldSelf" }] } },
    };
    expect(errorsOf({ type: "object", properties: { v: { type: "array", items: item } } })).toEqual([
      "properties[v].items.properties[a].x-kubernetes-validations[0].rule: Invalid value: " +
        `"self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within properties[v]`,
    ]);
  });

  it("takes the fields of a map type that it does not know for such", () => {
    const map = {
      type: "object",
      "x-kubernetes-map-type": "other",
      properties: field({ type: "integer" }, "oldSelf > 0").properties,
    };
    expect(errorsOf({ type: "object", properties: { m: map } })).toContain(
      `properties[m].${RULE}: Invalid value: "oldSelf > 0": oldSelf cannot be used on the uncorrelatable portion of the schema within properties[m]`,
    );
  });

  it.each<[string, JsonObject, string, string]>([
    ["2.0x", { ...numbers, maxItems: 2000 }, "self.all(x, self.all(y, x == y))", "estimated rule cost"],
    ["1.125750x", { ...numbers, maxItems: 1500 }, "self.all(x, self.all(y, x == y))", "estimated rule cost"],
  ])("says by how much a rule exceeds its budget: %s", (factor, schema, rule, what) => {
    expect(errorsOf(field(schema, rule))).toEqual([
      `${RULE}: Forbidden: ${what} exceeds budget by factor of ${factor} ${HINT}`,
    ]);
  });

  it("names the most expensive rules where all together exceed theirs", () => {
    const rule = "self.all(x, self.all(y, x == y))";
    expect(errorsOf(field(numbers, rule))).toEqual([
      `${RULE}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${HINT}`,
      `${RULE}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
      "<nil>: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by " +
        `factor of more than 100x ${HINT}`,
    ]);
  });

  it("lets a schema stay as expensive as it is", () => {
    const schema = field({ ...numbers, maxItems: 2000 }, "self.all(x, self.all(y, x == y))");
    expect(errorsOf(schema, { isUnchanged: true })).toEqual([]);
  });

  it("multiplies by how often a value can be there", () => {
    const item = { type: "string", maxLength: 100, "x-kubernetes-validations": [{ rule: "self.matches('a+b')" }] };
    const list = (maxItems: number) => ({
      type: "object",
      properties: { v: { type: "array", items: item, maxItems } },
    });
    expect(errorsOf(list(1000))).toEqual([]);
    expect(errorsOf(list(1_000_000))[0]).toContain("exceeds budget by factor of");
  });

  it("passes over rules of schemas with other errors", () => {
    expect(errorsOf(field({ type: "array", items: { type: "text" } }, "nonsense"))).toHaveLength(1);
  });

  it("tries the rules on defaults, as new values and as values that stay", () => {
    const refused = (rule: string, more: JsonObject = {}) =>
      errorsOf(field({ type: "integer", default: 0 }, rule, more)).map((error) => error.split(": failed")[0]);
    expect(refused("self > 0")).toEqual(["properties[v].default: Invalid value: 0"]);
    expect(refused("self > oldSelf")).toEqual(["properties[v].default: Invalid value: 0"]);
    expect(refused("self > oldSelf.orValue(-1) || oldSelf.hasValue()", { optionalOldSelf: true })).toEqual([]);
    expect(refused("oldSelf.hasValue()", { optionalOldSelf: true })).toEqual([
      "properties[v].default: Invalid value: 0",
    ]);
  });
});
