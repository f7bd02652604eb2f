import { type JsonObject, type JsonValue, printFieldError } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { parseJsonSchema } from "../parse-schema.ts";
import { checkMutabilityPlacement } from "./check-mutability-placement.ts";

const MARK = "x-kubernetes-mutability";
const KEY_MARK = "x-kubernetes-key-mutability";

function errorsOf(schema: JsonObject, allowMarks = true) {
  return checkMutabilityPlacement(parseJsonSchema(schema).schema, { allowMarks });
}

function field(a: JsonObject): JsonObject {
  return { type: "object", properties: { a } };
}

const array = { type: "array", items: { type: "string" } };
const map = { type: "object", additionalProperties: { type: "string" } };
const struct = { type: "object", properties: { x: { type: "string" } } };

describe("checkMutabilityPlacement()", () => {
  const everything = ["Immutable", "AddOnly", "RemoveOnly"];
  const rows: readonly (readonly [
    title: string,
    schema: JsonObject,
    mark: readonly string[],
    keys: readonly string[],
  ])[] = [
    ["an array", array, ["Immutable"], everything],
    ["a map", map, ["Immutable"], everything],
    ["a map of anything", { type: "object", additionalProperties: true }, ["Immutable"], everything],
    ["a closed map", { type: "object", additionalProperties: false }, ["Immutable"], everything],
    ["a map with empty properties", { ...map, properties: {} }, ["Immutable"], everything],
    ["a struct", struct, everything, []],
    ["a struct with further keys", { ...struct, additionalProperties: true }, ["Immutable"], []],
    ["a bare object", { type: "object" }, everything, []],
    ["a scalar", { type: "integer" }, everything, []],
    ["int-or-string", { "x-kubernetes-int-or-string": true }, everything, []],
    ["an untyped preserving node", { "x-kubernetes-preserve-unknown-fields": true }, everything, []],
  ];
  it.each(rows)("allows on %s what the table says", (_, schema, mark, keys) => {
    for (const value of everything) {
      const reasons = (key: string) => errorsOf(field({ ...schema, [key]: value })).map((error) => error.reason);
      expect(reasons(MARK), value).toEqual(mark.includes(value) ? [] : ["FieldValueForbidden"]);
      expect(reasons(KEY_MARK), value).toEqual(keys.includes(value) ? [] : ["FieldValueForbidden"]);
    }
  });

  const values: readonly JsonValue[] = ["Mutable", "immutable", "", " Immutable", true, 0, ["Immutable"], {}];
  it.each(values)("refuses the value %j", (value) => {
    const errors = errorsOf(field({ type: "string", [MARK]: value }));
    expect(errors).toEqual([
      {
        reason: "FieldValueNotSupported",
        field: `properties[a].${MARK}`,
        value,
        detail: 'supported values: "AddOnly", "Immutable", "RemoveOnly"',
      },
    ]);
  });

  it("names only the values that would do at this place", () => {
    expect(errorsOf(field({ ...array, [MARK]: "Mutable" })).map(printFieldError)).toEqual([
      `properties[a].${MARK}: Unsupported value: "Mutable": supported values: "Immutable"`,
    ]);
  });

  it("judges items, map values and embedded resources as any other node", () => {
    const embedded = {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: {
        metadata: {
          type: "object",
          [MARK]: "AddOnly",
          properties: { name: { type: "string", [KEY_MARK]: "AddOnly" } },
        },
      },
    };
    const schema = field({
      type: "array",
      items: { ...map, [MARK]: "AddOnly", additionalProperties: { ...embedded, [MARK]: "RemoveOnly" } },
    });
    expect(errorsOf(schema).map((error) => error.field)).toEqual([
      `properties[a].items.${MARK}`,
      `properties[a].items.additionalProperties.properties[metadata].properties[name].${KEY_MARK}`,
    ]);
  });

  const places: readonly (readonly [title: string, schema: JsonObject, field: string, detail: string])[] = [
    ["the root", { ...struct, [MARK]: "Immutable" }, MARK, "must not be used at the root"],
    [
      "metadata",
      { type: "object", properties: { metadata: { [MARK]: "Immutable" } } },
      `properties[metadata].${MARK}`,
      "must not be used on metadata or inside it",
    ],
    [
      "below metadata",
      { type: "object", properties: { metadata: field({ ...array, [KEY_MARK]: "Immutable" }) } },
      `properties[metadata].properties[a].${KEY_MARK}`,
      "must not be used on metadata or inside it",
    ],
    [
      "allOf",
      field({ type: "string", allOf: [{ [MARK]: "Immutable" }] }),
      `properties[a].allOf[0].${MARK}`,
      "must not be used inside allOf, anyOf, oneOf or not",
    ],
    [
      "below not",
      field({ type: "string", not: { items: { properties: { x: { [MARK]: "Immutable" } } } } }),
      `properties[a].not.items.properties[x].${MARK}`,
      "must not be used inside allOf, anyOf, oneOf or not",
    ],
    [
      "an array of items",
      field({ type: "array", items: [{ [MARK]: "Immutable" }] }),
      `properties[a].items[0].${MARK}`,
      "must not be used in a schema that is not structural",
    ],
  ];
  it.each(places)("refuses marks at %s", (_, schema, path, detail) => {
    expect(errorsOf(schema)).toEqual([{ reason: "FieldValueForbidden", field: path, detail }]);
  });

  it("reports a mark once, however much is wrong with it", () => {
    const schema = { type: "object", [MARK]: 5, properties: { metadata: { ...struct, [KEY_MARK]: "x" } } };
    expect(errorsOf(schema, false).map(printFieldError)).toEqual([
      `${MARK}: Forbidden: must not be used at the root`,
      `properties[metadata].${KEY_MARK}: Forbidden: must not be used on metadata or inside it`,
    ]);
  });

  it("allows redundant marks, and marks on apiVersion, kind and a metadata field further down", () => {
    const marked = { type: "string", [MARK]: "Immutable" };
    const schema = {
      type: "object",
      properties: {
        apiVersion: marked,
        kind: marked,
        spec: { type: "object", [MARK]: "AddOnly", properties: { metadata: marked } },
        both: { ...array, [MARK]: "Immutable", [KEY_MARK]: "AddOnly" },
      },
    };
    expect(errorsOf(schema)).toEqual([]);
  });

  it("refuses every mark where none may be introduced, and does not excuse a bad place where they may", () => {
    const good = field({ type: "string", [MARK]: "Immutable" });
    expect(errorsOf(good, false).map((error) => error.reason)).toEqual(["FieldValueForbidden"]);
    expect(errorsOf(field({ ...array, [MARK]: "AddOnly" }), false)).toHaveLength(1);
    expect(errorsOf(field({ ...array, [MARK]: "AddOnly" }))).toHaveLength(1);
  });
});
