import { fieldPath, type JsonObject, type JsonValue } from "@kiln/api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keywords } from "./keywords/index.ts";
import { parseJsonSchema } from "./parse-schema.ts";
import { printJsonSchema } from "./print-schema.ts";

const everyKey: JsonObject = {
  id: "i",
  $schema: "s",
  $ref: "r",
  description: "d",
  type: "object",
  format: "f",
  title: "t",
  default: { a: [1, null] },
  maximum: 1.5,
  exclusiveMaximum: true,
  minimum: 0,
  exclusiveMinimum: true,
  maxLength: 0,
  minLength: 1,
  pattern: "^a$",
  maxItems: 2,
  minItems: 3,
  uniqueItems: true,
  multipleOf: 0.5,
  enum: [null, 1, "a", { b: [] }],
  maxProperties: 4,
  minProperties: 5,
  required: ["a", ""],
  items: { type: "string" },
  allOf: [{ minimum: 1 }],
  oneOf: [{ minimum: 2 }, {}],
  anyOf: [{ minimum: 3 }],
  not: { minimum: 4 },
  properties: { a: { type: "integer" }, constructor: { type: "string" } },
  additionalProperties: { type: "boolean" },
  patternProperties: { "^x": {} },
  dependencies: { a: ["b"], b: { required: ["a"] } },
  additionalItems: false,
  definitions: { d: { type: "array" } },
  externalDocs: { description: "d", url: "u" },
  example: "e",
  nullable: true,
  "x-kubernetes-preserve-unknown-fields": false,
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-int-or-string": true,
  "x-kubernetes-list-map-keys": ["k"],
  "x-kubernetes-list-type": "",
  "x-kubernetes-map-type": "atomic",
  "x-kubernetes-validations": [
    { rule: "self" },
    { rule: "", message: "m", messageExpression: "e", reason: "", fieldPath: ".a", optionalOldSelf: false },
  ],
  "x-kubernetes-mutability": "",
  "x-kubernetes-key-mutability": 7,
  "x-kubernetes-unions": [{ discriminator: "d" }],
};

describe("parseJsonSchema()", () => {
  it("reads and prints every key a schema can have", () => {
    expect(Object.keys(everyKey)).toEqual(keywords.map(({ wire }) => wire));
    const { schema, errors, unknown } = parseJsonSchema(everyKey);
    expect(errors).toEqual([]);
    expect(unknown).toEqual([]);
    expect(Object.keys(schema)).toHaveLength(keywords.length);
    expect(printJsonSchema(schema)).toEqual(everyKey);
    expect(Object.keys(printJsonSchema(schema))).toEqual(Object.keys(everyKey));
  });

  const dropped: readonly (readonly [what: string, given: JsonObject, kept: JsonObject])[] = [
    ["null", { type: null, default: null, items: null, properties: null, "x-kubernetes-unions": null }, {}],
    ["marks that are null", { "x-kubernetes-mutability": null, "x-kubernetes-key-mutability": null }, {}],
    ["the empty string", { type: "", pattern: "", title: "" }, {}],
    ["false", { nullable: false, uniqueItems: false, "x-kubernetes-embedded-resource": false }, {}],
    ["empty lists and maps", { enum: [], required: [], allOf: [], properties: {}, definitions: {} }, {}],
    [
      "nothing that counts as given",
      { $ref: "", dependencies: {}, additionalProperties: false, minimum: 0 },
      { $ref: "", dependencies: {}, additionalProperties: false, minimum: 0 },
    ],
    ["items that are neither a schema nor a list of some", { items: 5 }, {}],
    ["an empty list of schemas for items", { items: [] }, {}],
    ["dependencies that are neither a schema nor a list", { dependencies: { a: 5 } }, { dependencies: { a: {} } }],
    [
      "null below lists and maps, which is an empty schema",
      { properties: { a: null }, allOf: [null] },
      { properties: { a: {} }, allOf: [{}] },
    ],
    [
      "empty texts of rules",
      { "x-kubernetes-validations": [{ message: "" }, null] },
      { "x-kubernetes-validations": [{ rule: "" }, { rule: "" }] },
    ],
  ];
  it.each(dropped)("drops %s", (_, given, kept) => {
    const { schema, errors } = parseJsonSchema(given);
    expect(errors).toEqual([]);
    expect(printJsonSchema(schema)).toEqual(kept);
  });

  it("treats names of Object.prototype as data", () => {
    const given = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "toString": {}}}') as JsonObject;
    const { schema } = parseJsonSchema(given);
    expect([...(schema.properties?.keys() ?? [])]).toEqual(["__proto__", "toString"]);
    expect(JSON.stringify(printJsonSchema(schema))).toBe(JSON.stringify(given));
    expect(parseJsonSchema(JSON.parse('{"constructor": 1, "__proto__": 2}')).unknown).toEqual([
      "constructor",
      "__proto__",
    ]);
  });

  it("names unknown keys by the path that a strict decoder gives them", () => {
    const given = {
      properties: { spec: { maxLen: 3, allOf: [{ foo: 1 }] } },
      externalDocs: { link: "" },
      "x-kubernetes-validations": [{ rule: "true", severity: "low" }],
    };
    expect(parseJsonSchema(given, { path: fieldPath("spec", "schema") }).unknown).toEqual([
      "spec.schema.properties.spec.maxLen",
      "spec.schema.properties.spec.allOf[0].foo",
      "spec.schema.externalDocs.link",
      "spec.schema.x-kubernetes-validations[0].severity",
    ]);
  });

  it("says nothing of unknown keys where a schema is one of several forms", () => {
    const given = {
      properties: { list: { items: { foo: 1 } }, map: { additionalProperties: { properties: { a: { foo: 1 } } } } },
      dependencies: { a: { foo: 1 } },
      additionalItems: { foo: 1 },
    };
    expect(parseJsonSchema(given).unknown).toEqual([]);
  });

  const wrong: readonly (readonly [given: JsonValue, found: string, at: string, type: string])[] = [
    ["x", "string", "CustomResourceValidation.at", "v1.JSONSchemaProps"],
    [null, "null", "CustomResourceValidation.at", "v1.JSONSchemaProps"],
    [{ type: ["string"] }, "array", "JSONSchemaProps.at.type", "string"],
    [{ $schema: 1 }, "number", "JSONSchemaProps.at.$schema", "v1.JSONSchemaURL"],
    [{ maxLength: "3" }, "string", "JSONSchemaProps.at.maxLength", "int64"],
    [{ maxLength: 1.5 }, "number 1.5", "JSONSchemaProps.at.maxLength", "int64"],
    [{ maxLength: 2 ** 63 }, "number 9223372036854775808", "JSONSchemaProps.at.maxLength", "int64"],
    [{ minimum: true }, "bool", "JSONSchemaProps.at.minimum", "float64"],
    [{ nullable: "yes" }, "string", "JSONSchemaProps.at.nullable", "bool"],
    [{ properties: [] }, "array", "JSONSchemaProps.at.properties", "map[string]v1.JSONSchemaProps"],
    [{ properties: { "a.b": 7 } }, "number", "JSONSchemaProps.at.properties", "v1.JSONSchemaProps"],
    [{ properties: { "a.b": { required: [1n] } } }, "number", "JSONSchemaProps.at.properties.required", "string"],
    [{ required: "a" }, "string", "JSONSchemaProps.at.required", "[]string"],
    [{ definitions: [] }, "array", "JSONSchemaProps.at.definitions", "v1.JSONSchemaDefinitions"],
    [{ dependencies: [] }, "array", "JSONSchemaProps.at.dependencies", "v1.JSONSchemaDependencies"],
    [{ enum: {} }, "object", "JSONSchemaProps.at.enum", "[]v1.JSON"],
    [{ allOf: {} }, "object", "JSONSchemaProps.at.allOf", "[]v1.JSONSchemaProps"],
    [{ items: [5] }, "number", "JSONSchemaProps.at.items", "v1.JSONSchemaProps"],
    [{ externalDocs: 1 }, "number", "JSONSchemaProps.at.externalDocs", "v1.ExternalDocumentation"],
    [{ externalDocs: { url: 1 } }, "number", "ExternalDocumentation.at.externalDocs.url", "string"],
    [{ "x-kubernetes-validations": {} }, "object", "JSONSchemaProps.at.x-kubernetes-validations", "v1.ValidationRules"],
    [
      { "x-kubernetes-validations": ["self"] },
      "string",
      "JSONSchemaProps.at.x-kubernetes-validations",
      "v1.ValidationRule",
    ],
    [
      { "x-kubernetes-validations": [{ reason: 1 }] },
      "number",
      "ValidationRule.at.x-kubernetes-validations.reason",
      "v1.FieldValueErrorReason",
    ],
  ];
  it.each(wrong)("reports a wrong JSON type in Go's words: %o", (given, found, at, type) => {
    expect(parseJsonSchema(given, { path: fieldPath("at") }).errors).toEqual([
      `json: cannot unmarshal ${found} into Go struct field ${at} of type ${type}`,
    ]);
  });

  it("wants a boolean or a schema where one may be the other", () => {
    expect(parseJsonSchema({ additionalProperties: "any" }).errors).toEqual(["boolean or JSON schema expected"]);
  });

  it("hears only of the first error inside of what is one of several forms", () => {
    const given = { type: 1, properties: { a: { items: { type: 2, not: 3 }, additionalItems: { type: 4 } } } };
    expect(parseJsonSchema(given).errors).toEqual([
      "json: cannot unmarshal number into Go struct field JSONSchemaProps.properties.items.type of type string",
    ]);
  });

  it("keeps the largest length", () => {
    const given = { maxLength: 9223372036854775807n };
    const { schema, errors } = parseJsonSchema(given);
    expect(errors).toEqual([]);
    expect(printJsonSchema(schema)).toEqual(given);
  });

  it("reads 1,000 nested schemas and refuses one more", () => {
    expect(parseJsonSchema(nested(1000)).errors).toEqual([]);
    expect(printJsonSchema(parseJsonSchema(nested(1000)).schema)).toEqual(nested(1000));
    const [error, ...more] = parseJsonSchema(nested(1001)).errors;
    expect(error).toBe("json: must not be nested deeper than 1000 levels");
    expect(more).toEqual([]);
    expect(parseJsonSchema(nested(20_000)).errors).toHaveLength(1);
  });

  it("refuses a default that no other walk could follow", () => {
    let deep: JsonValue = {};
    for (let i = 0; i < 20_000; i++) {
      deep = { a: deep };
    }
    expect(parseJsonSchema({ default: deep }).errors).toHaveLength(1);
  });

  it("never throws, and what it prints reads back the same", () => {
    fc.assert(
      fc.property(anySchema, (given) => {
        const { schema } = parseJsonSchema(given);
        const printed = printJsonSchema(schema);
        const again = parseJsonSchema(printed);
        expect(again).toMatchObject({ errors: [], unknown: [] });
        expect(printJsonSchema(again.schema)).toEqual(printed);
      }),
      { numRuns: 300 },
    );
  });
});

/** Schema nested through lists, maps and single schemas in turn. */
function nested(levels: number): JsonObject {
  let schema: JsonObject = { type: "object" };
  for (let i = 1; i < levels; i++) {
    schema = [{ properties: { a: schema } }, { allOf: [schema] }, { not: schema }][i % 3] as JsonObject;
  }
  return schema;
}

const anySchema = fc.letrec<{ schema: JsonValue; value: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.dictionary(fc.constantFrom(...Object.keys(everyKey), "unknown"), tie("value"), { maxKeys: 5 }),
    fc.constantFrom<JsonValue>(everyKey, {}, null, "x"),
  ) as fc.Arbitrary<JsonValue>,
  value: fc.oneof(
    { depthSize: "small" },
    fc.jsonValue({ maxDepth: 2 }),
    tie("schema"),
    fc.array(tie("schema"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "__proto__", "metadata"), tie("schema"), { maxKeys: 3 }),
  ) as fc.Arbitrary<JsonValue>,
})).schema;
