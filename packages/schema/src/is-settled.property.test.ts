import { deepCopy, isJsonObject, type JsonObject } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileSchema } from "./compile.ts";
import type { JsonSchema } from "./json-schema.ts";
import { parseJsonSchema } from "./parse-schema.ts";
import { jsonObject, structuralSchema } from "./testing/arbitrary-schema.ts";
import { arbitraryJsonSchema, arbitraryValue } from "./testing/arbitrary-validation.ts";

function judge(schema: JsonSchema, object: JsonObject): void {
  for (const semantics of ["kep", "upstream"] as const) {
    const compiled = compileSchema(schema, { semantics });
    if (!compiled.isSettled(object)) {
      continue;
    }
    const copy = deepCopy(object);
    const report = compiled.prune(copy, { tracksRemoved: true });
    compiled.setDefaults?.(copy);
    expect([report.removed, report.mismatches, copy, compiled.validate(copy)]).toEqual([[], [], object, []]);
  }
}

const resource = fc
  .tuple(jsonObject, fc.option(jsonObject, { nil: undefined }))
  .map(([object, metadata]): JsonObject => ({ ...object, ...(metadata === undefined ? {} : { metadata }) }));

describe("isSettled()", () => {
  it("is true only where pruning, defaulting and validation have no word on the object", () => {
    fc.assert(
      fc.property(structuralSchema, resource, (schema, object) => judge({ ...schema, type: "object" }, object)),
      { numRuns: 1500 },
    );
  });

  it("is true only of valid values, whatever the keywords", () => {
    fc.assert(
      fc.property(arbitraryJsonSchema, arbitraryValue, (json, value) => {
        const { schema } = parseJsonSchema({ type: "object", properties: { spec: json } });
        judge(schema, { apiVersion: "a/v1", kind: "K", metadata: { name: "n" }, spec: value });
      }),
      { numRuns: 1500 },
    );
  });

  it("is true of metadata only where coercing it has no word on it", () => {
    const text = fc.constantFrom("a", "2026-01-02T03:04:05Z", "2026-02-30T03:04:05Z", "");
    const value = fc.oneof(
      text,
      fc.constant(null),
      fc.nat(),
      fc.boolean(),
      fc.constant({}),
      fc.constant({ "f:a": {} }),
    );
    const entry = fc.dictionary(
      fc.constantFrom("manager", "operation", "apiVersion", "time", "fieldsType", "fieldsV1", "subresource", "kind"),
      value,
    );
    const fields = fc.record(
      {
        name: value,
        generation: value,
        creationTimestamp: value,
        labels: fc.oneof(value, fc.dictionary(text, value)),
        finalizers: fc.oneof(value, fc.array(value)),
        managedFields: fc.oneof(value, fc.array(fc.oneof(value, entry))),
        ownerReferences: fc.oneof(value, fc.array(entry)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (metadata) => judge({ type: "object" }, { metadata: metadata as JsonObject })),
      { numRuns: 2000 },
    );
  });

  it("judges what only a check above it sees", () => {
    const leaf = { type: "string", minLength: 2 };
    const { schema } = parseJsonSchema({
      type: "object",
      properties: {
        spec: { type: "object", minProperties: 1, properties: { a: leaf, b: { type: "array", items: leaf } } },
      },
    });
    const { isSettled } = compileSchema(schema, { semantics: "kep" });
    const verdicts = [{ a: "xx" }, { a: "x" }, { b: ["xx"] }, { b: ["xx", "x"] }, {}, { a: null }, { a: "xx", c: 1 }];
    const object = (spec: JsonObject): JsonObject => ({ apiVersion: "a/v1", kind: "K", metadata: { name: "n" }, spec });
    expect(verdicts.map((spec) => isSettled(object(spec)))).toEqual([true, false, true, false, false, false, false]);
  });

  it.each([
    ["a complete object", { name: "a", size: 1, tags: ["x", "y"] }, true],
    ["a missing default", { name: "a", tags: [] }, false],
    ["an unknown field", { name: "a", size: 1, tags: [], more: 1 }, false],
    ["a null", { name: null, size: 1, tags: [] }, false],
    ["a missing required field", { size: 1, tags: [] }, false],
    ["a value out of range", { name: "a", size: 0, tags: [] }, false],
    ["a duplicate in a set", { name: "a", size: 1, tags: ["x", "x"] }, false],
  ])("judges %s", (_, spec, expected) => {
    const { schema } = parseJsonSchema({
      type: "object",
      properties: {
        spec: {
          type: "object",
          required: ["name"],
          properties: {
            name: { type: "string" },
            size: { type: "integer", minimum: 1, default: 3 },
            tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
          },
        },
      },
    });
    const object = { apiVersion: "a/v1", kind: "K", metadata: { name: "n", labels: { a: "b" } }, spec };
    expect(isJsonObject(object) && compileSchema(schema, { semantics: "kep" }).isSettled(object)).toBe(expected);
  });
});
