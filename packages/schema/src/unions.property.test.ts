import { deepCopy, deepEqual, type JsonObject, type JsonValue } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "./json-schema.ts";
import { jsonObject, rootSchema } from "./testing/arbitrary-schema.ts";
import { referenceNormalize } from "./testing/reference-unions.ts";
import { compileUnions } from "./unions.ts";

function normalized(schema: JsonSchema, value: JsonObject, old: JsonObject): JsonObject {
  const copy = deepCopy(value);
  compileUnions(schema)?.normalize(copy, old);
  return copy;
}

/**
 * True if all lists are atomic: the reference does not count duplicates, and clearing a list key would change the
 * identity of an element.
 */
function hasPlainLists(schema: JsonSchema): boolean {
  const isPlain = schema.type !== "array" || schema.listType === undefined || schema.listType === "atomic";
  const below = [...(schema.properties?.values() ?? []), schema.items, schema.additionalProperties];
  return isPlain && below.every((child) => typeof child !== "object" || hasPlainLists(child as JsonSchema));
}

describe("unions of any structural schema", () => {
  it("are normalized as specified", () => {
    fc.assert(
      fc.property(rootSchema.filter(hasPlainLists), jsonObject, jsonObject, (schema, value, old) => {
        expect(normalized(schema, value, old)).toEqual(referenceNormalize(schema, value, old));
      }),
      { numRuns: 600 },
    );
  });

  it("stay unchanged when normalized again against the same old object", () => {
    fc.assert(
      fc.property(rootSchema.filter(hasPlainLists), jsonObject, jsonObject, (schema, value, old) => {
        const once = normalized(schema, value, old);
        expect(normalized(schema, once, old)).toEqual(once);
      }),
      { numRuns: 600 },
    );
  });

  it("report a change if and only if there was one, at the place where it was", () => {
    fc.assert(
      fc.property(rootSchema, jsonObject, jsonObject, (schema, value, old) => {
        const copy = deepCopy(value);
        const changes = compileUnions(schema)?.normalize(copy, old) ?? [];
        expect(changes.length === 0).toBe(deepEqual(copy, value));
        compileUnions(schema)?.check(copy, old);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a valid union", () => {
  const members = new Map([
    ["a", "One"],
    ["b", "b"],
  ]);
  const schema: JsonSchema = {
    type: "object",
    properties: new Map([...members.keys(), "d"].map((name) => [name, {}])),
    unions: [{ discriminator: "d", "fields-to-discriminateBy": Object.fromEntries(members) }],
  };

  it("is left alone whatever the old object is", () => {
    fc.assert(
      fc.property(fc.constantFrom(...members), jsonObject, ([member, d], old) => {
        const value: JsonObject = { [member]: 1 as JsonValue, d };
        expect(normalized(schema, value, old)).toEqual(value);
        expect(compileUnions(schema)?.check(value, old)).toEqual({ errors: [], warnings: [] });
      }),
    );
  });
});
