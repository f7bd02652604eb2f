import { type JsonValue, printFieldError } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileCheck } from "./compile-check.ts";
import { parseJsonSchema } from "./parse-schema.ts";
import { arbitraryJsonSchema, arbitraryValue } from "./testing/arbitrary-validation.ts";
import { validatorOf } from "./testing/print-faults.ts";
import { isValidByReference } from "./testing/reference-validate.ts";

describe("compileValidate()", () => {
  it("agrees with the plain reading of any schema", () => {
    fc.assert(
      fc.property(arbitraryJsonSchema, fc.array(arbitraryValue, { minLength: 1, maxLength: 4 }), (json, values) => {
        const { schema } = parseJsonSchema(json);
        const check = compileCheck(schema);
        for (const value of values) {
          expect(check?.(value, undefined) === undefined).toBe(isValidByReference(schema, value));
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("throws for no schema and no value, and reports faults that can be printed", () => {
    fc.assert(
      fc.property(arbitraryJsonSchema, arbitraryValue, arbitraryValue, (schema, value, old) => {
        const root = { type: "object", properties: { status: schema } };
        for (const validator of [validatorOf(schema), validatorOf(root)]) {
          const errors = [
            ...validator.validate(value),
            ...validator.validateUpdate(value, old),
            ...validator.validateStatusUpdate(value, old),
          ];
          expect(errors.map(printFieldError).every((text) => text.length > 0)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("never finds more in an update than in a create, and nothing new in what did not change", () => {
    fc.assert(
      fc.property(arbitraryJsonSchema, arbitraryValue, arbitraryValue, (schema, value, old) => {
        const { validate, validateUpdate } = validatorOf(schema);
        const created = new Set(validate(value).map(printFieldError));
        for (const before of [old, value]) {
          expect(validateUpdate(value, before).every((error) => created.has(printFieldError(error)))).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("goes 1,000 levels deep", () => {
    let schema: JsonValue = { type: "string" };
    let value: JsonValue = 1;
    for (let i = 0; i < 499; i++) {
      schema = { type: "array", items: { type: "object", additionalProperties: schema } };
      value = [{ k: value }];
    }
    expect(validatorOf(schema).validate(value)).toHaveLength(1);
    expect(validatorOf(schema).validateUpdate(value, [])).toHaveLength(1);
  });

  it("prints and compares deep values that no schema describes", () => {
    let value: JsonValue = 1;
    for (let i = 0; i < 990; i++) {
      value = [value];
    }
    const schema = { type: "object", properties: { s: { type: "array", "x-kubernetes-list-type": "set" } } };
    expect(
      validatorOf(schema)
        .validate({ s: [value, value] })
        .map(printFieldError),
    ).toHaveLength(1);
  });

  it("judges wide objects and long lists in one pass", () => {
    const schema = {
      type: "object",
      properties: {
        m: { type: "object", additionalProperties: { type: "integer" } },
        l: { type: "array", items: { type: "string" } },
      },
    };
    const m = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, "x"]));
    const l = Array.from({ length: 50_000 }, () => 1);
    expect(validatorOf(schema).validate({ m, l })).toHaveLength(100_000);
  });

  it("reports what two branches both find once", () => {
    const schema = { allOf: [{ required: ["a"] }, { required: ["a"] }] };
    expect(validatorOf(schema).validate({}).map(printFieldError)).toEqual([
      "a: Required value",
      `<nil>: Invalid value: "": "" must validate all the schemas (allOf). None validated`,
    ]);
  });

  it("judges properties that only a branch names, as schemas that are not structural do", () => {
    const schema = { allOf: [{ properties: { spec: { properties: { a: { type: "string" } } } } }] };
    expect(validatorOf(schema).validate({ spec: { a: 1 } })[0]).toMatchObject({ field: "spec.a", value: "integer" });
  });
});
