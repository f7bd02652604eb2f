import type { JsonObject, JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { compileCheck } from "./compile-check.ts";
import { readFaults, toFieldError } from "./fault.ts";
import { parseJsonSchema } from "./parse-schema.ts";
import { toDefaultSchema } from "./to-default-schema.ts";

function faultsOf(schema: JsonObject, value: JsonValue): string[] {
  const faults = compileCheck(toDefaultSchema(parseJsonSchema(schema).schema))?.(value, undefined) ?? [];
  return readFaults(faults).map((fault) => toFieldError(fault, "dotted").detail.trim());
}

describe("toDefaultSchema()", () => {
  it("lets int-or-string be anything, but what its type says", () => {
    expect(faultsOf({ "x-kubernetes-int-or-string": true }, [true])).toEqual([]);
    expect(faultsOf({ "x-kubernetes-int-or-string": true, type: "object" }, 1)).toEqual([
      'in body must be of type object: "integer"',
    ]);
    const anyOf = [{ type: "integer" }, { type: "string" }];
    expect(faultsOf({ "x-kubernetes-int-or-string": true, anyOf }, true)).toContain(
      'in body must be of type integer: "boolean"',
    );
  });

  it("lets every format count", () => {
    expect(faultsOf({ type: "integer", format: "mac" }, {})).toEqual(['in body must be of type mac: ""']);
    expect(faultsOf({ type: "integer", format: "isbn10" }, "5")).toEqual([
      'in body must be of type integer: "string"',
      'in body must be of type isbn10: "5"',
    ]);
    expect(faultsOf({ type: "string", format: "foo" }, ["a"])).toEqual([]);
    expect(faultsOf({ allOf: [{ format: "int64" }] }, 0)).toContain('in body must be of type : "integer"');
  });

  it("keeps ranges to the formats of numbers", () => {
    expect(faultsOf({ type: "integer", maximum: 1e21, format: "ssn" }, 1)).toEqual([
      "Maximum boundary value must be of type integer (default format) in",
    ]);
  });

  it("reaches below properties, items and maps", () => {
    const loose = { "x-kubernetes-int-or-string": true };
    const schema = {
      properties: { a: { items: loose }, b: { additionalProperties: loose } },
      allOf: [{ properties: { a: { items: { format: "mac" } } } }],
    };
    expect(faultsOf(schema, { a: ["01:02:03:04:05:06"], b: { c: [] } })).toEqual([]);
    expect(faultsOf(schema, { a: ["x"] })).toContain('a[0] in body must be of type mac: "x"');
  });
});
