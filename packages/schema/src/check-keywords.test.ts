import { type JsonObject, printFieldError, rootPath } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkKeywords } from "./check-keywords.ts";
import type { SchemaGates } from "./check-options.ts";
import { parseJsonSchema } from "./parse-schema.ts";

const strict: SchemaGates = {
  requireStructural: true,
  requireValidTypes: true,
  requireAtomicSets: true,
  requireListKeys: true,
  noDefaults: undefined,
  allowMarks: true,
};

function errorsOf(schema: JsonObject, gates: Partial<SchemaGates> = {}): string[] {
  return checkKeywords(parseJsonSchema(schema).schema, rootPath, { ...strict, ...gates }).errors.map(printFieldError);
}

function field(a: JsonObject): JsonObject {
  return { type: "object", properties: { a } };
}

describe("checkKeywords()", () => {
  const refused: readonly (readonly [schema: JsonObject, error: string])[] = [
    [{ id: "x" }, "id: Forbidden: id is not supported"],
    [{ additionalItems: false }, "additionalItems: Forbidden: additionalItems is not supported"],
    [{ patternProperties: { x: {} } }, "patternProperties: Forbidden: patternProperties is not supported"],
    [{ definitions: { x: {} } }, "definitions: Forbidden: definitions is not supported"],
    [{ dependencies: {} }, "dependencies: Forbidden: dependencies is not supported"],
    [{ $ref: "" }, "$ref: Forbidden: $ref is not supported"],
    [
      { type: "text" },
      'type: Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
    [{ items: [{}] }, "items: Forbidden: items must be a schema object and not an array"],
    [
      { uniqueItems: true },
      "uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
    ],
    [
      { properties: { x: {} }, additionalProperties: false },
      "additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
    ],
    [
      { properties: { x: {} }, additionalProperties: {} },
      "additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
    ],
    [
      { "x-kubernetes-preserve-unknown-fields": false },
      "x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined",
    ],
    [
      { "x-kubernetes-map-type": "atomic" },
      "type: Required value: must be object if x-kubernetes-map-type is specified",
    ],
    [
      { type: "array", "x-kubernetes-map-type": "atomic" },
      'type: Invalid value: "array": must be object if x-kubernetes-map-type is specified',
    ],
    [
      { type: "object", "x-kubernetes-map-type": "" },
      'x-kubernetes-map-type: Unsupported value: "": supported values: "atomic", "granular"',
    ],
  ];
  it.each(refused)("refuses %j", (schema, error) => {
    expect(errorsOf(schema)).toEqual([error]);
  });

  const accepted: readonly JsonObject[] = [
    { properties: { x: {} }, additionalProperties: true },
    { properties: {}, additionalProperties: false },
    { items: [] },
    { multipleOf: 0 },
    { enum: ["a", "a"] },
  ];
  it.each(accepted)("accepts %j", (schema) => {
    expect(errorsOf(schema)).toEqual([]);
  });

  it("looks everywhere a schema can stand but below patternProperties and additionalItems", () => {
    const bad = { uniqueItems: true };
    const schema = {
      items: [bad],
      properties: { p: bad },
      not: bad,
      allOf: [bad],
      anyOf: [bad],
      oneOf: [bad],
      definitions: { d: bad },
      dependencies: { d: bad, e: ["x"] },
      patternProperties: { x: bad },
      additionalItems: bad,
    };
    const found = errorsOf(schema).filter((error) => error.includes(".uniqueItems"));
    const detail = "Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    expect(found).toEqual(
      ["properties[p]", "not", "allOf[0]", "oneOf[0]", "anyOf[0]", "definitions[d]", "items[0]", "dependencies[d]"].map(
        (place) => `${place}.uniqueItems: ${detail}`,
      ),
    );
    expect(errorsOf(field({ type: "object", additionalProperties: bad }))).toEqual([
      `properties[a].additionalProperties.uniqueItems: ${detail}`,
    ]);
  });

  it("takes unknown types where they were taken before, but never null", () => {
    const gates = { requireValidTypes: false };
    expect(errorsOf({ type: "text" }, gates)).toEqual([]);
    const detail = "type: Forbidden: type cannot be set to null, use nullable as an alternative";
    expect(errorsOf({ type: "null" }, gates)).toEqual([detail]);
    expect(errorsOf({ type: "null" })).toHaveLength(2);
  });

  it("refuses every default where there is a reason to", () => {
    expect(errorsOf(field({ default: 0 }), { noDefaults: "(because)" })).toEqual([
      "properties[a].default: Forbidden: must not be set (because)",
    ]);
  });

  it("refuses defaults in top-level metadata, and in maps of any metadata", () => {
    const labels = { type: "object", additionalProperties: { type: "string", default: "x" } };
    const resource = {
      type: "object",
      properties: { kind: { default: "K" }, metadata: { properties: { name: { default: "n" }, labels } } },
    };
    const embedded = { ...resource, "x-kubernetes-embedded-resource": true };
    const inMap =
      "additionalProperties.default: Forbidden: must not be set inside additionalProperties applying to object metadata";
    expect(errorsOf(resource)).toEqual([
      "properties[kind].default: Forbidden: must not be set in top-level kind",
      "properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata",
      `properties[metadata].properties[labels].${inMap}`,
    ]);
    expect(errorsOf(field(embedded))).toEqual([`properties[a].properties[metadata].properties[labels].${inMap}`]);
  });

  it("refuses a resource embedded in metadata", () => {
    const schema = { properties: { metadata: { properties: { x: { "x-kubernetes-embedded-resource": true } } } } };
    expect(errorsOf(schema)).toEqual([
      "properties[metadata].properties[x].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta",
    ]);
    expect(errorsOf(field(schema))).toEqual([]);
  });

  it("tells which schemas have errors in or below them", () => {
    const { schema } = parseJsonSchema({ properties: { good: {}, bad: { items: { id: "x" } } } });
    const { faulty } = checkKeywords(schema, rootPath, strict);
    const good = schema.properties?.get("good");
    const bad = schema.properties?.get("bad");
    expect([schema, bad, bad?.items].every((below) => faulty.has(below as typeof schema))).toBe(true);
    expect(faulty.has(good as typeof schema)).toBe(false);
  });
});
