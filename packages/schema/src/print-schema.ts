import { type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import type { JsonSchema } from "./json-schema.ts";
import type { Keyword, KeywordEncoding } from "./keyword.ts";
import { keywords } from "./keywords/index.ts";

/**
 * The JSON of a schema, keys in Kubernetes' order. Defaults, examples and marks are shared with `schema`, not copied.
 */
export function printJsonSchema(schema: JsonSchema): JsonObject {
  const object: JsonObject = {};
  for (const place of placesOf(schema)) {
    const { wire, name, encoding } = keywords[place] as Keyword;
    const value = schema[name];
    if (value !== undefined && !(encoding === "schemaOrList" && isEmptyList(value))) {
      object[wire] = printField(encoding, value);
    }
  }
  return object;
}

/**
 * Kubernetes: an empty list counts as set during validation, and omitempty drops it in the response
 * (apiextensions/v1/types_jsonschema.go JSONSchemaProps, v1.36).
 */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

const placeOfName: ReadonlyMap<string, number> = new Map(keywords.map(({ name }, place) => [name, place]));

/** Indices of a schema's keywords in Kubernetes' order; a schema has four or five of fifty. */
function placesOf(schema: JsonSchema): number[] {
  const places: number[] = [];
  for (const name in schema) {
    const place = placeOfName.get(name);
    if (place !== undefined) {
      places.push(place);
    }
  }
  return places.length < 2 ? places : places.sort((a, b) => a - b);
}

function printField(encoding: KeywordEncoding, value: unknown): JsonValue {
  switch (encoding) {
    case "schema":
    case "schemaOrFlag":
    case "schemaList":
    case "schemaOrList":
      return printSchemas(value as JsonSchema | boolean | readonly JsonSchema[]);
    case "integer":
      return printInteger(value as number);
    case "schemaMap":
    case "schemaOrTextListMap":
      return printMap(value as ReadonlyMap<string, JsonSchema | readonly string[]>);
    default:
      return value as JsonValue;
  }
}

const LARGEST_INT64 = 2n ** 63n - 1n;

/** Clamps to int64, whose maximum, a frequent length limit, is no double. */
function printInteger(value: number): number | bigint {
  return Number.isSafeInteger(value) || BigInt(value) <= LARGEST_INT64 ? value : LARGEST_INT64;
}

function printSchemas(value: JsonSchema | boolean | readonly (JsonSchema | string)[] | string): JsonValue {
  if (typeof value === "boolean" || typeof value === "string") {
    return value;
  }
  return isList(value) ? value.map(printSchemas) : printJsonSchema(value);
}

function isList<T>(value: JsonSchema | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function printMap(map: ReadonlyMap<string, JsonSchema | readonly string[]>): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of map) {
    setOwn(object, key, printSchemas(value));
  }
  return object;
}
