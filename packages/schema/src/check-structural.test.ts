import { type JsonObject, printFieldError, rootPath } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { checkStructural } from "./check-structural.ts";
import { parseJsonSchema } from "./parse-schema.ts";

type Case = readonly [title: string, schema: JsonObject, errors: readonly string[]];

function errorsOf(schema: JsonObject): string[] {
  return checkStructural(parseJsonSchema(schema).schema, rootPath).map(printFieldError);
}

/** Root schema with one field `a`. */
function field(a: JsonObject): JsonObject {
  return { type: "object", properties: { a } };
}

const METADATA =
  "properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified";
const intOrString = [{ type: "integer" }, { type: "string" }];

describe("checkStructural()", () => {
  const accepted: readonly (readonly [title: string, schema: JsonObject])[] = [
    ["an empty object", { type: "object" }],
    ["a root that preserves everything, without a type", { "x-kubernetes-preserve-unknown-fields": true }],
    ["int-or-string without a type", field({ "x-kubernetes-int-or-string": true })],
    ["int-or-string with its anyOf", field({ "x-kubernetes-int-or-string": true, anyOf: intOrString })],
    [
      "int-or-string with its anyOf first in allOf",
      field({ "x-kubernetes-int-or-string": true, allOf: [{ anyOf: intOrString }, { minimum: 1 }] }),
    ],
    ["the anyOf of int-or-string without the extension", field({ type: "string", anyOf: intOrString })],
    ["name and generateName in metadata", metadata({ name: {}, generateName: {} })],
    ["any metadata below the root", field({ type: "object", properties: { metadata: { type: "string" } } })],
    [
      "a junctor below the root about fields that do not exist",
      field({ type: "object", oneOf: [{ properties: { x: {} } }] }),
    ],
    ["additionalProperties: false in a junctor", { type: "object", not: { additionalProperties: false } }],
  ];
  it.each(accepted)("accepts %s", (_, schema) => {
    expect(errorsOf(schema)).toEqual([]);
  });

  const shape: readonly Case[] = [
    ["no type at the root", {}, ["type: Required value: must not be empty at the root"]],
    [
      "another type at the root",
      { type: "array", items: { type: "string" } },
      ['type: Invalid value: "array": must be object at the root'],
    ],
    [
      "a field without a type",
      field({}),
      ["properties[a].type: Required value: must not be empty for specified object fields"],
    ],
    [
      "items without a type",
      field({ type: "array", items: {} }),
      ["properties[a].items.type: Required value: must not be empty for specified array items"],
    ],
    [
      "map values without a type",
      field({ type: "object", additionalProperties: {} }),
      ["properties[a].additionalProperties.type: Required value: must not be empty for specified object fields"],
    ],
    ["an array without items", field({ type: "array" }), ["properties[a].items: Required value: must be specified"]],
    [
      "a map at the root",
      { type: "object", additionalProperties: true },
      ["additionalProperties: Forbidden: must not be used at the root"],
    ],
    [
      "int-or-string with other extensions",
      field({
        type: "object",
        "x-kubernetes-int-or-string": true,
        "x-kubernetes-preserve-unknown-fields": true,
        "x-kubernetes-embedded-resource": true,
      }),
      [
        "properties[a].x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true",
        "properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true",
      ],
    ],
  ];
  it.each(shape)("refuses %s", (_, schema, errors) => {
    expect(errorsOf(schema)).toEqual(errors);
  });

  const resources: readonly Case[] = [
    [
      "a mistyped kind, apiVersion or metadata at the root",
      {
        type: "object",
        properties: {
          kind: { type: "object" },
          apiVersion: { "x-kubernetes-int-or-string": true },
          metadata: { type: "string" },
        },
      },
      [
        'properties[apiVersion].type: Invalid value: "": must be string',
        'properties[kind].type: Invalid value: "object": must be string',
        'properties[metadata].type: Invalid value: "string": must be object',
      ],
    ],
    ["anything but names in metadata", metadata({ name: {}, labels: {} }), [METADATA]],
    [
      "a validation of metadata as a whole",
      { type: "object", properties: { metadata: { type: "object", required: ["name"] } } },
      [METADATA],
    ],
    [
      "a described metadata",
      { type: "object", properties: { metadata: { type: "object", description: "d" } } },
      [METADATA],
    ],
    [
      "an embedded resource without a type",
      field({ "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true }),
      ["properties[a].type: Required value: must be object if x-kubernetes-embedded-resource is true"],
    ],
    [
      "an embedded string",
      field({ type: "string", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true }),
      ['properties[a].type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true'],
    ],
    [
      "an embedded resource that is a map",
      field({
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
        additionalProperties: true,
      }),
      ["properties[a].additionalProperties: Forbidden: must not be used if x-kubernetes-embedded-resource is set"],
    ],
    [
      "an embedded resource without any field",
      field({ type: "object", "x-kubernetes-embedded-resource": true }),
      [
        "properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
      ],
    ],
    [
      "mistyped fields of an embedded resource",
      field({
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: { kind: { type: "integer" }, metadata: { type: "object", description: "fine" } },
      }),
      ['properties[a].properties[kind].type: Invalid value: "integer": must be string'],
    ],
  ];
  it.each(resources)("refuses %s", (_, schema, errors) => {
    expect(errorsOf(schema)).toEqual(errors);
  });

  const nested: readonly (readonly [key: string, value: JsonObject[string], detail: string])[] = [
    ["type", "string", "must be empty to be structural"],
    ["additionalProperties", true, "must be undefined to be structural"],
    ["default", 1, "must be undefined to be structural"],
    ["title", "t", "must be empty to be structural"],
    ["description", "d", "must be empty to be structural"],
    ["nullable", true, "must be false to be structural"],
    ["x-kubernetes-preserve-unknown-fields", true, "must be false to be structural"],
    ["x-kubernetes-embedded-resource", true, "must be false to be structural"],
    ["x-kubernetes-int-or-string", true, "must be false to be structural"],
    ["x-kubernetes-list-map-keys", ["k"], "must be empty to be structural"],
    ["x-kubernetes-list-type", "set", "must be undefined to be structural"],
    ["x-kubernetes-map-type", "atomic", "must be undefined to be structural"],
    ["x-kubernetes-validations", [{ rule: "true" }], "must be empty to be structural"],
  ];
  it.each(nested)("refuses %s inside every junctor, however deep", (key, value, detail) => {
    const branch = { [key]: value };
    const schema = field({
      type: "object",
      properties: { x: { type: "array", items: { type: "string" } } },
      allOf: [branch],
      anyOf: [{ not: branch }],
      oneOf: [{ properties: { x: branch } }],
      not: { properties: { x: { items: branch } } },
    });
    expect(errorsOf(schema)).toEqual(
      ["allOf[0]", "anyOf[0].not", "not.properties[x].items", "oneOf[0].properties[x]"].map(
        (place) => `properties[a].${place}.${key}: Forbidden: ${detail}`,
      ),
    );
  });

  it("refuses metadata in a junctor, and types in any other order than integer, string", () => {
    const anyOf = [...intOrString].reverse();
    const schema = field({ "x-kubernetes-int-or-string": true, anyOf, not: { properties: { metadata: {} } } });
    expect(errorsOf(schema)).toEqual([
      "properties[a].anyOf[0].type: Forbidden: must be empty to be structural",
      "properties[a].anyOf[1].type: Forbidden: must be empty to be structural",
      "properties[a].not.properties[metadata]: Forbidden: must not be specified in a nested context",
    ]);
  });

  it("wants what junctors of the root talk about to exist in the structure", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "object" }, l: { type: "array", items: { type: "string" } } },
      oneOf: [{ properties: { b: {} } }, { properties: { a: { properties: { x: {} } } } }],
      allOf: [{ not: { properties: { l: { items: { items: { minLength: 1 } } } } } }],
    };
    expect(errorsOf(schema)).toEqual([
      "properties[a].properties[x]: Required value: because it is defined in oneOf[1].properties[a].properties[x]",
      "properties[b]: Required value: because it is defined in oneOf[0].properties[b]",
      "properties[l].items.items: Required value: because it is defined in allOf[0].not.properties[l].items.items",
    ]);
  });

  const patterns: readonly (readonly [pattern: string, fault: string])[] = [
    ["(", "missing closing ): `(`"],
    ["(?=x)", "invalid or unsupported Perl syntax: `(?=`"],
    ["a\\", "trailing backslash at end of expression: ``"],
    ["a**", "invalid nested repetition operator: `**`"],
    ["\\1", "invalid escape sequence: `\\1`"],
  ];
  it.each(patterns)("refuses the pattern %s, also in a junctor", (pattern, fault) => {
    const schema = field({ type: "string", pattern, not: { pattern } });
    const shown = JSON.stringify(pattern);
    const detail = `Invalid value: ${shown}: must be a valid regular expression, but isn't: error parsing regexp: ${fault}`;
    expect(errorsOf(schema)).toEqual([`properties[a].not.pattern: ${detail}`, `properties[a].pattern: ${detail}`]);
  });
});

function metadata(properties: JsonObject): JsonObject {
  const typed = Object.fromEntries(Object.keys(properties).map((name) => [name, { type: "string" }]));
  return { type: "object", properties: { metadata: { type: "object", properties: typed } } };
}
