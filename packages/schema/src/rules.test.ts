import { type JsonValue, printFieldError, required } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { createFault } from "./fault.ts";
import type { RuleCompiler } from "./rules.ts";
import { validatorOf } from "./testing/print-faults.ts";

/**
 * Test language of three rules: `never` fails, `kept` fails if the value differs from the old one, and `cost N`
 * subtracts N from the budget. For an unchanged value, `never` is a warning.
 */
const compiler: RuleCompiler = (schema, place) => (value, old, context) =>
  (schema.validations ?? []).flatMap(({ rule }) => {
    const [word, amount] = rule.split(" ");
    context.budget.remaining -= Number(amount ?? 0);
    if (context.budget.remaining < 0) {
      return [createFault({ reason: "FieldValueInvalid", detail: "out of budget" })];
    }
    const fault = createFault({
      reason: "FieldValueInvalid",
      detail: `${rule} ${place.node.type}${place.isResource ? " resource" : ""}`,
    });
    if (word === "never" && context.isUnchanged()) {
      context.warn(fault);
      return [];
    }
    const holds =
      word === "kept" ? old === undefined || JSON.stringify(old) === JSON.stringify(value) : word !== "never";
    return holds ? [] : [fault];
  });

const rule = (...rules: string[]) => ({ "x-kubernetes-validations": rules.map((text) => ({ rule: text })) });

function judge(schema: JsonValue, value: JsonValue, old?: JsonValue) {
  const warnings: string[] = [];
  const validator = validatorOf(schema, { rules: compiler, ruleCostBudget: 100 });
  const errors =
    old === undefined
      ? validator.validate(value)
      : validator.validateUpdate(value, old, { warn: (error) => warnings.push(printFieldError(error)) });
  return { errors: errors.map(printFieldError), warnings };
}

describe("the rules of a schema", () => {
  it("run at every node that has some, the outer before the inner", () => {
    const schema = {
      type: "object",
      ...rule("never"),
      properties: {
        list: { type: "array", items: { type: "string", ...rule("never") } },
        map: { type: "object", additionalProperties: { type: "integer", ...rule("never") } },
        inner: { type: "object", "x-kubernetes-embedded-resource": true, ...rule("never") },
      },
    };
    const pod = { apiVersion: "v1", kind: "Pod" };
    expect(judge(schema, { list: ["a"], map: { "a.b": 1 }, inner: pod }).errors).toEqual([
      "<nil>: Invalid value: never object resource",
      "list[0]: Invalid value: never string",
      "map[a.b]: Invalid value: never integer",
      "inner: Invalid value: never object resource",
    ]);
  });

  it("are not run on null", () => {
    expect(
      judge({ type: "object", properties: { a: { type: "string", nullable: true, ...rule("never") } } }, { a: null }),
    ).toEqual({
      errors: [],
      warnings: [],
    });
  });

  it.each([
    ["a wrong type", { a: 1 }],
    ["too long a text", { a: "abc" }],
    ["a value that is not listed", { e: "y" }],
    ["too many items", { l: [1, 2] }],
  ])("are not run after %s, which is said", (_, value) => {
    const schema = {
      type: "object",
      ...rule("never"),
      properties: {
        a: { type: "string", maxLength: 2 },
        e: { type: "string", enum: ["x"] },
        l: { type: "array", maxItems: 1 },
      },
    };
    const { errors } = judge(schema, value);
    expect(errors).toHaveLength(2);
    expect(errors[1]).toBe(
      "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; " +
        "correct the existing errors to complete validation",
    );
  });

  it("are not run on an object that is invalid elsewhere", () => {
    const { validate } = validatorOf({ type: "object", ...rule("never") }, { rules: compiler });
    const beside = [required("metadata.name", "name or generateName is required")];
    expect(validate({}, { beside }).map(({ field }) => field)).toEqual(["<nil>"]);
  });

  it("are run after faults that do not block them", () => {
    const schema = { type: "object", ...rule("never"), properties: { a: { type: "string", pattern: "^b" } } };
    expect(judge(schema, { a: "a" }).errors).toHaveLength(2);
  });

  it("get the old value, of list items by their key", () => {
    const item = { type: "object", properties: { k: { type: "string" }, v: { type: "string" } }, ...rule("kept") };
    const schema = {
      type: "object",
      properties: {
        keyed: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["k"],
          items: item,
        },
        plain: { type: "array", items: item },
      },
    };
    const old = {
      keyed: [
        { k: "a", v: "1" },
        { k: "b", v: "1" },
      ],
      plain: [{ v: "1" }],
    };
    const value = { keyed: [{ k: "b", v: "1" }, { k: "a", v: "2" }, { k: "c" }], plain: [{ v: "2" }] };
    expect(judge(schema, value, old).errors).toEqual(["keyed[1]: Invalid value: kept object"]);
  });

  it("may warn where the update left the value alone", () => {
    const schema = { type: "object", properties: { a: { type: "string", ...rule("never") }, b: { type: "string" } } };
    expect(judge(schema, { a: "x", b: "2" }, { a: "x", b: "1" })).toEqual({
      errors: [],
      warnings: ["a: Invalid value: never string"],
    });
    expect(judge(schema, { a: "y" }, { a: "x" }).errors).toHaveLength(1);
  });

  it("count as part of the nearest value with a counterpart", () => {
    const schema = {
      type: "object",
      properties: { l: { type: "array", items: { type: "string", ...rule("never") } } },
    };
    expect(judge(schema, { l: ["a"], n: 1 }, { l: ["a"] }).warnings).toEqual(["l[0]: Invalid value: never string"]);
    expect(judge(schema, { l: ["a", "b"] }, { l: ["a"] }).errors).toHaveLength(2);
  });

  it("may stand in the branches of allOf, and know the type from the schema around them", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "integer" } },
      allOf: [{ properties: { a: rule("never") } }],
    };
    expect(judge(schema, { a: 1 }).errors).toEqual(["a: Invalid value: never integer"]);
  });

  it("stop when the budget is spent", () => {
    const schema = {
      type: "object",
      properties: { l: { type: "array", items: { type: "string", ...rule("cost 40") } } },
    };
    expect(judge(schema, { l: ["a", "b"] }).errors).toEqual([]);
    expect(judge(schema, { l: ["a", "b", "c", "d", "e"] }).errors).toEqual(["l[2]: Invalid value: out of budget"]);
  });

  it("are ignored without a compiler", () => {
    const { validate } = validatorOf({ type: "object", ...rule("never") });
    expect(validate({})).toEqual([]);
  });
});
