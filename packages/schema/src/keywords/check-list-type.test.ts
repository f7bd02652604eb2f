import { type JsonObject, printFieldError, rootPath } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { printGoItems } from "../go/print-go-schema.ts";
import { parseJsonSchema } from "../parse-schema.ts";
import { checkListType } from "./check-list-type.ts";

const strict = { requireAtomicSets: true, requireListKeys: true, printGoItems };

function errorsOf(schema: JsonObject, gates = strict): string[] {
  return checkListType(parseJsonSchema(schema).schema, rootPath, gates).map(printFieldError);
}

function set(items: JsonObject): JsonObject {
  return { type: "array", "x-kubernetes-list-type": "set", items };
}

function map(keys: string[], items: JsonObject): JsonObject {
  return { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys, items };
}

const item = { type: "object", properties: { k: { type: "string" } }, required: ["k"] };

describe("checkListType()", () => {
  const accepted: readonly JsonObject[] = [
    { type: "array", items: { type: "string" } },
    { type: "array", "x-kubernetes-list-type": "atomic" },
    set({ type: "string" }),
    set({ type: "object", "x-kubernetes-map-type": "atomic" }),
    set({ type: "array", items: { type: "string" } }),
    map(["k"], item),
    map(["k"], { type: "object", properties: { k: { type: "string", default: "d" } } }),
  ];
  it.each(accepted)("accepts %j", (schema) => {
    expect(errorsOf(schema)).toEqual([]);
  });

  const refused: readonly (readonly [schema: JsonObject, ...errors: string[]])[] = [
    [{ "x-kubernetes-list-type": "set" }, "type: Required value: must be array if x-kubernetes-list-type is specified"],
    [
      { type: "object", "x-kubernetes-list-type": "set" },
      'type: Invalid value: "object": must be array if x-kubernetes-list-type is specified',
    ],
    [
      { type: "array", "x-kubernetes-list-type": "" },
      'x-kubernetes-list-type: Unsupported value: "": supported values: "atomic", "set", "map"',
    ],
    [
      { type: "array", "x-kubernetes-list-map-keys": ["k"] },
      "x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty",
    ],
    [
      { type: "array", "x-kubernetes-list-type": "set", "x-kubernetes-list-map-keys": ["k"] },
      'x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
    ],
    [
      set({ type: "object" }),
      "items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set",
    ],
    [
      set({ type: "object", "x-kubernetes-map-type": "granular" }),
      "items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set",
    ],
    [
      set({ type: "array", "x-kubernetes-list-type": "map" }),
      'items.x-kubernetes-list-type: Invalid value: "map": must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
    [
      set({ type: "string", nullable: true }),
      "items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set",
    ],
    [
      { type: "array", "x-kubernetes-list-type": "map" },
      "x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
      "items: Required value: must have a schema if x-kubernetes-list-type is map",
    ],
    [
      { ...map(["k"], {}), items: [] },
      'items: Invalid value: {"Schema":null,"JSONSchemas":[]}: must only have a single schema if x-kubernetes-list-type is map',
    ],
    [
      map(["k"], { type: "string" }),
      'items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
    ],
    [
      map(["k", "x"], item),
      'x-kubernetes-list-map-keys: Invalid value: ["k","x"]: entries must all be names of item properties',
    ],
    [map(["k", "k"], item), 'x-kubernetes-list-map-keys: Invalid value: ["k","k"]: must not contain duplicate entries'],
    [
      map(["x", "x"], item),
      'x-kubernetes-list-map-keys: Invalid value: ["x","x"]: entries must all be names of item properties',
      'x-kubernetes-list-map-keys: Invalid value: ["x","x"]: entries must all be names of item properties',
      'x-kubernetes-list-map-keys: Invalid value: ["x","x"]: must not contain duplicate entries',
    ],
    [
      map(["toString"], item),
      'x-kubernetes-list-map-keys: Invalid value: ["toString"]: entries must all be names of item properties',
    ],
    [
      map(["k"], { type: "object", properties: { k: { type: "array", nullable: true } } }),
      'items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
      "items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
      "items.properties[k].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
    ],
    [
      map(["k"], { ...item, nullable: true }),
      "items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map",
    ],
  ];
  it.each(refused.map(([schema, ...errors]) => [schema, errors] as const))("refuses %j", (schema, errors) => {
    expect(errorsOf(schema)).toEqual(errors);
  });

  it("keeps to the older rules where a stored definition needs them", () => {
    const weak = { ...strict, requireAtomicSets: false, requireListKeys: false };
    expect(errorsOf(set({ type: "object", nullable: true }), weak)).toEqual([]);
    expect(errorsOf(map(["k"], { type: "object", properties: { k: { type: "string" } } }), weak)).toEqual([]);
  });
});
