import {
  type FieldError,
  type FieldPath,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  rootPath,
  typeInvalid,
} from "@kiln/api";
import type { JsonSchema, ValidationRule } from "./json-schema.ts";
import { type SchemaField, type SchemaFieldKind, schemaFields } from "./schema-fields.ts";

/** Schemas nested deeper than this are refused, so that every walk over a schema may recurse. */
export const maxSchemaDepth = 1000;

export interface ParsedSchema {
  /** What could be decoded: keys with errors are left out. */
  readonly schema: JsonSchema;
  /** Values of a wrong JSON type. Kubernetes cannot decode such an object and answers 400. */
  readonly errors: readonly FieldError[];
  /** Paths of keys that no schema knows and that a strict decoder names, in document order. */
  readonly unknown: readonly string[];
}

/**
 * Decodes an `openAPIV3Schema`. Never throws. What Kubernetes' encoder would leave out (null, false, the empty string,
 * empty lists and maps) is absent from the result, except where it has a meaning of its own.
 *
 * Paths are those of decoding errors: `properties.spec.items`, not `properties[spec].items`.
 */
export function parseJsonSchema(value: JsonValue, path: FieldPath = rootPath): ParsedSchema {
  const found: Findings = { errors: [], unknown: [] };
  const schema = decodeSchema(value, { path, depth: 0, found }) ?? {};
  return { schema, ...found };
}

/** Grows while the schema is decoded. */
interface Findings {
  readonly errors: FieldError[];
  readonly unknown: string[];
}

/** Where the decoder is. */
interface Place {
  readonly path: FieldPath;
  /** How many schemas are around. */
  readonly depth: number;
  readonly found: Findings;
}

/** Written out: spreading objects is what decoding would mostly do otherwise. */
function atPath({ depth, found }: Place, path: FieldPath): Place {
  return { path, depth, found };
}

/** Undefined leaves the key out. */
type Decode = (value: JsonValue, place: Place) => unknown;

const fieldsByWire: ReadonlyMap<string, SchemaField> = new Map(schemaFields.map((field) => [field.wire, field]));

const decoders: Readonly<Record<SchemaFieldKind, Decode>> = {
  text: (value, place) => decodeText(value, place) || undefined,
  textAsGiven: decodeText,
  flag: (value, place) => decodeFlag(value, place) || undefined,
  flagAsGiven: decodeFlag,
  number: decodeNumber,
  integer: decodeInteger,
  json: decodeJson,
  jsonAsGiven: decodeJson,
  jsonList: (value, place) => dropEmpty(decodeList(value, place, decodeJson)),
  textList: (value, place) => dropEmpty(decodeList(value, place, decodeTextItem)),
  schema: decodeSchema,
  schemaList: (value, place) => dropEmpty(decodeList(value, place, decodeSchemaItem)),
  schemaMap: (value, place) => dropEmptyMap(decodeMap(value, place, decodeSchemaItem)),
  schemaOrFlag: (value, place) => (typeof value === "boolean" ? value : decodeSchema(value, lenient(place))),
  schemaOrList: (value, place) =>
    Array.isArray(value) ? decodeList(value, lenient(place), decodeSchemaItem) : decodeSchema(value, lenient(place)),
  schemaOrTextListMap: (value, place) => decodeMap(value, lenient(place), decodeDependency),
  externalDocs: decodeExternalDocs,
  rules: (value, place) => dropEmpty(decodeList(value, place, decodeRule)),
};

/**
 * Kubernetes: what may be a schema or something else is read by a decoder of its own, which is not strict. Nothing is
 * said of unknown keys there.
 */
function lenient(place: Place): Place {
  return { ...place, found: { errors: place.found.errors, unknown: [] } };
}

/** Calls itself through few functions, since each takes its share of the stack at every level. */
function decodeSchema(value: JsonValue, place: Place): JsonSchema | undefined {
  if (!isJsonObject(value)) {
    return refuse(place, value, "object");
  }
  const depth = place.depth + 1;
  if (depth > maxSchemaDepth) {
    place.found.errors.push(invalid(place.path, undefined, `must not be nested deeper than ${maxSchemaDepth} levels`));
    return undefined;
  }
  const schema: Record<string, unknown> = {};
  const keys = Object.keys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const field = fieldsByWire.get(key);
    if (field === undefined) {
      place.found.unknown.push(place.path.child(key).toString());
      continue;
    }
    const given = getOwn(value, key) as JsonValue;
    // Kubernetes: decoding null into a field is the same as not giving it.
    const decoded =
      given === null && field.kind !== "jsonAsGiven"
        ? undefined
        : decoders[field.kind](given, { path: place.path.child(key), depth, found: place.found });
    if (decoded !== undefined) {
      schema[field.name] = decoded;
    }
  }
  return schema as JsonSchema;
}

/** Kubernetes: a null in a list or map of schemas is an empty schema. */
function decodeSchemaItem(value: JsonValue, place: Place): JsonSchema {
  return (value === null ? undefined : decodeSchema(value, place)) ?? {};
}

function decodeText(value: JsonValue, place: Place): string | undefined {
  return typeof value === "string" ? value : refuse(place, value, "string");
}

/** Kubernetes: a null in a list of strings is an empty string. */
function decodeTextItem(value: JsonValue, place: Place): string {
  return (value === null ? undefined : decodeText(value, place)) ?? "";
}

function decodeFlag(value: JsonValue, place: Place): boolean | undefined {
  return typeof value === "boolean" ? value : refuse(place, value, "boolean");
}

/** Kubernetes keeps these as doubles, so nothing is lost here that it would keep. */
function decodeNumber(value: JsonValue, place: Place): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : refuse(place, value, "number");
}

/** Lengths and counts: the precision lost beyond 2^53 is beyond anything that can be counted. */
function decodeInteger(value: JsonValue, place: Place): number | undefined {
  return typeof value === "bigint" || Number.isInteger(value) ? Number(value) : refuse(place, value, "integer");
}

function decodeJson(value: JsonValue, place: Place): JsonValue | undefined {
  if (isNestedDeeper(value, maxSchemaDepth)) {
    place.found.errors.push(invalid(place.path, undefined, `must not be nested deeper than ${maxSchemaDepth} levels`));
    return undefined;
  }
  return value;
}

function isNestedDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  return levels === 0 || Object.values(value).some((below) => isNestedDeeper(below, levels - 1));
}

function decodeList<T>(value: JsonValue, place: Place, decodeItem: (value: JsonValue, place: Place) => T): T[] {
  if (!Array.isArray(value)) {
    refuse(place, value, "array");
    return [];
  }
  const items: T[] = [];
  for (let index = 0; index < value.length; index++) {
    items.push(decodeItem(value[index] as JsonValue, atPath(place, place.path.index(index))));
  }
  return items;
}

function decodeMap<T>(
  value: JsonValue,
  place: Place,
  decodeEntry: (value: JsonValue, place: Place) => T,
): Map<string, T> {
  const entries = new Map<string, T>();
  if (!isJsonObject(value)) {
    refuse(place, value, "object");
    return entries;
  }
  const keys = Object.keys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    entries.set(key, decodeEntry(getOwn(value, key) as JsonValue, atPath(place, place.path.child(key))));
  }
  return entries;
}

function decodeDependency(value: JsonValue, place: Place): JsonSchema | readonly string[] {
  return Array.isArray(value) ? decodeList(value, place, decodeTextItem) : decodeSchemaItem(value, place);
}

function decodeExternalDocs(value: JsonValue, place: Place): JsonSchema["externalDocs"] {
  return decodeRecord(value, place, { description: decoders.text, url: decoders.text });
}

const ruleDecoders: Readonly<Record<keyof ValidationRule, Decode>> = {
  rule: decodeText,
  message: decoders.text,
  messageExpression: decoders.text,
  reason: decodeText,
  fieldPath: decoders.text,
  optionalOldSelf: decodeFlag,
};

function decodeRule(value: JsonValue, place: Place): ValidationRule {
  return { rule: "", ...(value === null ? undefined : decodeRecord(value, place, ruleDecoders)) };
}

function decodeRecord(value: JsonValue, place: Place, keys: Readonly<Record<string, Decode>>): object | undefined {
  if (!isJsonObject(value)) {
    return refuse(place, value, "object");
  }
  const record: JsonObject = {};
  for (const key of Object.keys(value)) {
    const path = place.path.child(key);
    const given = getOwn(value, key) as JsonValue;
    if (!Object.hasOwn(keys, key)) {
      place.found.unknown.push(path.toString());
    } else if (given !== null) {
      const decoded = keys[key]?.(given, atPath(place, path));
      if (decoded !== undefined) {
        record[key] = decoded as JsonValue;
      }
    }
  }
  return record;
}

function dropEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function dropEmptyMap<T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> | undefined {
  return map.size === 0 ? undefined : map;
}

function refuse(place: Place, value: JsonValue, expected: string): undefined {
  place.found.errors.push(typeInvalid(place.path, typeName(value), `must be of type ${expected}`));
  return undefined;
}

function typeName(value: JsonValue): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  return typeof value === "bigint" ? "integer" : typeof value;
}
