import { deepCopy, type JsonObject, type JsonValue } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { parseJsonSchema } from "./parse-schema.ts";
import { compileSetDefaults } from "./set-defaults.ts";

function setDefaults(schema: JsonValue, value: JsonObject): JsonObject {
  const copy = deepCopy(value);
  compileSetDefaults(parseJsonSchema(schema).schema, { semantics: "kep" })?.(copy);
  return copy;
}

const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });

const chosen: JsonObject = {
  ...object({ d: { type: "string", default: "A" }, a: { type: "object" }, b: { type: "object" } }),
  "x-kubernetes-unions": [{ discriminator: "d", "fields-to-discriminateBy": { a: "A", b: "B" } }],
};

describe("compileSetDefaults()", () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["an absent field gets its default", object({ a: { default: 1 } }), {}, { a: 1 }],
    ["a given value stays", object({ a: { default: 1 } }), { a: 0 }, { a: 0 }],
    ["null becomes the default", object({ a: { default: 1 } }), { a: null }, { a: 1 }],
    ["nullable null stays", object({ a: { default: 1, nullable: true } }), { a: null }, { a: null }],
    ["null without a default goes", object({ a: { type: "string" } }), { a: null }, {}],
    ["nullable null without a default stays", object({ a: { nullable: true } }), { a: null }, { a: null }],
    ["a map entry that is null goes", { additionalProperties: { type: "string" } }, { a: null, b: "x" }, { b: "x" }],
    ["a map entry that is null gets its default", { additionalProperties: { default: 1 } }, { a: null }, { a: 1 }],
    ["a null item gets its default", object({ l: { items: { default: 1 } } }), { l: [null, 2] }, { l: [1, 2] }],
    ["a null item without a default stays", object({ l: { items: { type: "string" } } }), { l: [null] }, { l: [null] }],
    ["a default is completed", object({ o: { ...object({ a: { default: 1 } }), default: {} } }), {}, { o: { a: 1 } }],
    [
      "an empty object gets inner defaults only",
      object({ o: { ...object({ a: { default: 1 } }), default: { a: 2 } } }),
      { o: {} },
      { o: { a: 1 } },
    ],
    ["an absent parent stays absent", object({ o: object({ a: { default: 1 } }) }), {}, {}],
    [
      "items get inner defaults",
      object({ l: { items: object({ a: { default: 1 } }) } }),
      { l: [{}, { a: 2 }] },
      { l: [{ a: 1 }, { a: 2 }] },
    ],
    [
      "unknown content keeps its nulls",
      object({ j: { "x-kubernetes-preserve-unknown-fields": true } }),
      { j: { x: null } },
      { j: { x: null } },
    ],
    ["a discriminator gets its default in an empty union", chosen, {}, { d: "A" }],
    ["and beside the member that it names", chosen, { a: {} }, { a: {}, d: "A" }],
    ["but beside no other", chosen, { b: {} }, { b: {} }],
    ["nor beside two", chosen, { a: {}, b: {} }, { a: {}, b: {} }],
    ["where null goes without a default", chosen, { d: null, b: {} }, { b: {} }],
    ["a member that is null does not count", chosen, { b: null }, { d: "A" }],
    [
      "inherited names are fields like any other",
      object({ constructor: { default: 1 }, toString: { type: "string" } }),
      {},
      { constructor: 1 },
    ],
    [
      "metadata of an embedded resource loses its nulls",
      object({ t: { "x-kubernetes-embedded-resource": true } }),
      { t: { metadata: { name: "n", creationTimestamp: null }, x: null } },
      { t: { metadata: { name: "n" }, x: null } },
    ],
  ])("%s", (_, schema, value, expected) => {
    expect(setDefaults(schema, value)).toEqual(expected);
  });

  it("leaves nulls to validation on request, and still encodes embedded metadata anew", () => {
    const schema = object({ a: { type: "string" }, t: { type: "object", "x-kubernetes-embedded-resource": true } });
    const value: JsonObject = { a: null, t: { metadata: { labels: {} } } };
    compileSetDefaults(parseJsonSchema(schema).schema, { semantics: "upstream" })?.(value, { mayHaveNulls: false });
    expect(value).toEqual({ a: null, t: { metadata: {} } });
  });

  it("inserts copies", () => {
    const schema = parseJsonSchema(object({ l: { default: [{ a: 1 }] } })).schema;
    const compiled = compileSetDefaults(schema, { semantics: "kep" });
    const [first, second]: [JsonObject, JsonObject] = [{}, {}];
    compiled?.(first);
    compiled?.(second);
    (first.l as JsonValue[]).push(2);
    expect(second).toEqual({ l: [{ a: 1 }] });
  });

  it.each<[string, JsonValue]>([
    ["an empty schema", {}],
    ["unknown content", { type: "object", "x-kubernetes-preserve-unknown-fields": true }],
    ["lists of scalars", { type: "array", items: { type: "string" } }],
  ])("compiles to nothing for %s", (_, schema) => {
    expect(compileSetDefaults(parseJsonSchema(schema).schema, { semantics: "kep" })).toBeUndefined();
  });

  it("leaves nulls alone where the definition itself preserves unknown fields", () => {
    const schema = parseJsonSchema(object({ a: { type: "string" } })).schema;
    expect(compileSetDefaults(schema, { semantics: "kep", preserveUnknownFields: true })).toBeUndefined();
  });

  it("compiles deeply nested defaults without doubling the work at each level", () => {
    let schema: JsonObject = { type: "integer", default: 1 };
    for (let level = 0; level < 60; level++) {
      schema = { ...object({ a: schema }), default: {} };
    }
    expect(JSON.stringify(setDefaults(schema, {}))).toBe(`${'{"a":'.repeat(60)}1${"}".repeat(60)}`);
  });
});
