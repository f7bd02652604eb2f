import { type JsonObject, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkDefaults, hasUnprunedDefaults } from "./check-defaults.ts";
import { createDefaultTrials } from "./default-trials.ts";
import { parseJsonSchema } from "./parse-schema.ts";

const trials = createDefaultTrials("kep");

function errorsOf(schema: JsonObject, requirePruned = true): string[] {
  return checkDefaults(parseJsonSchema(schema).schema, { trials, requirePruned }).map(printFieldError);
}

function field(a: JsonObject): JsonObject {
  return { type: "object", properties: { a } };
}

const struct = { type: "object", properties: { x: { type: "string" } } };
const embedded = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};

describe("checkDefaults()", () => {
  const accepted: readonly (readonly [title: string, schema: JsonObject])[] = [
    ["a valid default", field({ type: "string", default: "x" })],
    ["null, which is no default", field({ type: "string", default: null })],
    ["an object that inner defaults complete", field({ ...struct, default: {} })],
    ["anything in map values", field({ type: "object", additionalProperties: { type: "integer", default: "x" } })],
    [
      "duplicates in a set",
      field({ type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set", default: ["a", "a"] }),
    ],
    [
      "unknown fields of a preserving node",
      field({ type: "object", "x-kubernetes-preserve-unknown-fields": true, default: { y: { z: 1 } } }),
    ],
    [
      "a whole embedded resource",
      field({ ...embedded, default: { apiVersion: "v1", kind: "Pod", metadata: { name: "n" } } }),
    ],
    [
      "unknown fields in the metadata of an embedded resource",
      field({ ...embedded, default: { apiVersion: "v1", kind: "Pod", metadata: { name: "n", foo: 1 } } }),
    ],
    [
      "a good name in embedded metadata",
      field({
        ...embedded,
        properties: { metadata: { type: "object", properties: { name: { type: "string", default: "n" } } } },
      }),
    ],
    [
      "a good kind of an embedded resource",
      field({ ...embedded, properties: { kind: { type: "string", default: "Pod" } } }),
    ],
  ];
  it.each(accepted)("accepts %s", (_, schema) => {
    expect(errorsOf(schema)).toEqual([]);
  });

  const refused: readonly (readonly [title: string, schema: JsonObject, error: string])[] = [
    [
      "an unknown field, in words that show the metadata of embedded resources as it is stored",
      field({
        type: "object",
        properties: { r: embedded },
        default: { x: 1, r: { apiVersion: "v1", kind: "Pod", metadata: { name: "n", foo: 1 } } },
      }),
      'properties[a].default: Invalid value: {"r":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"n"}},"x":1}: must not have unknown fields',
    ],
    [
      "a fault below an empty key, whose dot stays",
      field({
        type: "object",
        additionalProperties: { type: "object", additionalProperties: { type: "string" } },
        default: { "": { l: 1 } },
      }),
      'properties[a].default..l: Invalid value: "integer": ..l in body must be of type string: "integer"',
    ],
    [
      "another type",
      field({ type: "string", default: 1 }),
      'properties[a].default: Invalid value: "integer":  in body must be of type string: "integer"',
    ],
    [
      "a value out of range",
      field({ type: "integer", maximum: 10, default: 11 }),
      "properties[a].default: Invalid value: 11:  in body should be less than or equal to 10",
    ],
    [
      "another type inside",
      field({ ...struct, default: { x: 1 } }),
      'properties[a].default.x: Invalid value: "integer": x in body must be of type string: "integer"',
    ],
    [
      "another type of an item",
      field({ type: "array", items: { type: "string" }, default: ["a", 1] }),
      'properties[a].default.[1]: Invalid value: "integer": [1] in body must be of type string: "integer"',
    ],
    [
      "a default of items",
      field({ type: "array", items: { type: "string", default: 1 } }),
      'properties[a].items.default: Invalid value: "integer":  in body must be of type string: "integer"',
    ],
    [
      "unknown fields",
      field({ ...struct, default: { x: "1", y: "2" } }),
      'properties[a].default: Invalid value: {"x":"1","y":"2"}: must not have unknown fields',
    ],
    [
      "unknown fields in items",
      field({ type: "array", items: struct, default: [{ y: 1 }] }),
      'properties[a].default: Invalid value: [{"y":1}]: must not have unknown fields',
    ],
    [
      "a resource without a kind",
      field({ ...embedded, default: { apiVersion: "v1" } }),
      "properties[a].default.kind: Required value",
    ],
    [
      "a bad resource in a list",
      field({ type: "array", items: embedded, default: [{ apiVersion: "v1", kind: "" }] }),
      'properties[a].default[0].kind: Invalid value: "": must not be empty',
    ],
    [
      "a bad name in embedded metadata",
      field({
        ...embedded,
        properties: { metadata: { type: "object", properties: { name: { type: "string", default: "a/b" } } } },
      }),
      'properties[a].properties[metadata].properties[name].default: Invalid value: "a/b": must result in valid metadata: metadata.name: Invalid value: "a/b": may not contain \'/\'',
    ],
    [
      "a bad kind of an embedded resource",
      field({ ...embedded, properties: { kind: { type: "string", default: "a b" } } }),
      "properties[a].properties[kind].default: Invalid value: \"a b\": must result in valid metadata: kind: Invalid value: \"a b\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    ],
  ];
  it.each(refused)("refuses %s", (_, schema, error) => {
    expect(errorsOf(schema)).toEqual([error]);
  });

  it("refuses what would make embedded metadata undecodable", () => {
    const finalizers = { type: "array", items: { type: "integer", default: 5 } };
    const metadata = { type: "object", properties: { finalizers } };
    const [error, ...more] = errorsOf(field({ ...embedded, properties: { metadata } }));
    expect(error).toContain(
      'finalizers].items.default: Invalid value: 5: must result in valid metadata: metadata: Invalid value: {"finalizers":[5]}: ',
    );
    expect(more).toEqual([]);
  });

  it("judges a default of the root as a resource", () => {
    expect(errorsOf({ type: "object", default: {} })).toEqual([
      "default.apiVersion: Required value",
      "default.kind: Required value",
    ]);
  });

  it("excuses unknown fields where a stored definition had some", () => {
    expect(errorsOf(field({ ...struct, default: { y: 1 } }), false)).toEqual([]);
  });

  it("does not change the schema", () => {
    const { schema } = parseJsonSchema(field({ ...struct, default: { y: { z: [1] } } }));
    checkDefaults(schema, { trials, requirePruned: true });
    expect(schema.properties?.get("a")?.default).toEqual({ y: { z: [1] } });
  });
});

describe("hasUnprunedDefaults()", () => {
  it("looks into items, properties and map values", () => {
    const bad = { ...struct, default: { y: 1 } };
    const has = (schema: JsonObject) => hasUnprunedDefaults(parseJsonSchema(schema).schema, trials);
    expect(has(field(bad))).toBe(true);
    expect(has(field({ type: "array", items: bad }))).toBe(true);
    expect(has(field({ type: "object", additionalProperties: bad }))).toBe(true);
    expect(has(field({ ...struct, default: { x: "1" } }))).toBe(false);
  });
});
