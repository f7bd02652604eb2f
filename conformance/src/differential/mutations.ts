import type { JsonObject, JsonValue } from "@kiln/api";
import { deepCopy, isJsonObject } from "@kiln/api";
import { makeValue } from "../growth/make-value.ts";
import type { Kind, PublishedSchema } from "../growth/open-api.ts";
import { putAt, valueAt } from "../growth/put-at.ts";
import type { Field } from "./find-fields.ts";

/** An object that differs from a valid one in one field. */
export interface Mutation {
  readonly name: string;
  readonly object: JsonObject;
}

/** Objects with the field set to usual, borderline, wrong and missing values. */
export function mutate(kind: Kind, base: JsonObject, { path, schema }: Field): readonly Mutation[] {
  const field = path.join(".");
  const mutations = valuesOf(kind, { path, schema }).map(([name, value]) => ({
    name: `${field}: ${name}`,
    object: putAt(kind, base, { path, value }),
  }));
  return valueAt(base, path) === undefined || path.at(-1) === "*"
    ? mutations
    : [...mutations, { name: `${field}: absent`, object: without(base, path) }];
}

type Named = readonly [name: string, value: JsonValue];

function valuesOf(kind: Kind, { path, schema }: Field): readonly Named[] {
  const name = path.findLast((step) => step !== "*") ?? "";
  const make = (flavor: "distinct" | "invalid", index: number) => makeValue(schema, name, { kind, flavor, index });
  const { schema: own, definition = "" } = kind.resolve(schema);
  const usual: readonly Named[] = [
    ["usual", make("distinct", 0)],
    ["other", make("distinct", 1)],
    ["invalid", make("invalid", 0)],
    ["null", null],
  ];
  if (own.properties !== undefined) {
    return [
      ...usual,
      ["empty", {}],
      ["a text", "x"],
      ["unknown field", { ...(make("distinct", 0) as JsonObject), zzz: 1 }],
    ];
  }
  if (own.items !== undefined) {
    return [...usual, ...listsOf(make("distinct", 0))];
  }
  if (own.additionalProperties !== undefined) {
    return [...usual, ...mapsOf(make("distinct", 0))];
  }
  if (definition.endsWith(".Quantity") || definition.endsWith("Time") || definition.endsWith(".IntOrString")) {
    return [...usual, ...SCALARS];
  }
  return [...usual, ...scalarsOf(own)];
}

function listsOf(usual: JsonValue): readonly Named[] {
  const [item = null] = usual as readonly JsonValue[];
  return [
    ["empty", []],
    ["twice the same", [item, item]],
    ["with null", [null]],
    ["an object", {}],
  ];
}

function mapsOf(usual: JsonValue): readonly Named[] {
  const [value = null] = Object.values(usual as JsonObject);
  return [
    ["empty", {}],
    ["empty key", { "": value }],
    ["invalid key", { "!k": value }],
    ["prefixed key", { "example.com/k": value }],
    ["with null", { k: null }],
    ["a list", []],
  ];
}

const SCALARS: readonly Named[] = [
  ["zero", 0],
  ["negative text", "-1"],
  ["percent", "50%"],
  ["too much percent", "150%"],
  ["empty text", ""],
  ["fraction", 1.5],
  ["boolean", true],
];

function scalarsOf({ type, enum: choices, format }: PublishedSchema): readonly Named[] {
  if (type === "boolean") {
    return [
      ["false", false],
      ["a text", "x"],
    ];
  }
  if (type === "integer" || type === "number") {
    return [
      ["zero", 0],
      ["negative", -1],
      ["65536", 65_536],
      ["beyond int32", 2_147_483_648],
      ["fraction", 1.5],
      ["a text", "1"],
    ];
  }
  const texts: readonly Named[] = [
    ["empty", ""],
    ["long", "a".repeat(300)],
    ["mixed case", "Ab_c"],
    ["with dots", "a.b-c.example.com"],
    ["with slashes", "example.com/a/b"],
    ["absolute path", "/a/../b"],
    ["address", "10.0.0.1"],
    ["IPv6", "fd00::1"],
    ["a number", 7],
    ["a list", []],
  ];
  const chosen = (choices ?? []).map((choice): Named => [choice, choice]);
  return [...texts, ...chosen, ...(format === "byte" ? ([["not base64", "%%%"]] as const) : [])];
}

function without(base: JsonObject, path: readonly string[]): JsonObject {
  const object = deepCopy(base);
  const parent = valueAt(object, path.slice(0, -1));
  if (isJsonObject(parent)) {
    delete parent[path.at(-1) as string];
  }
  return object;
}
