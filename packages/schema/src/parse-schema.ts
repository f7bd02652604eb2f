import { type FieldPath, getOwn, isJsonObject, type JsonObject, type JsonValue, rootPath } from "@kiln/api";
import { printMistyped } from "./go/print-mistyped.ts";
import type { JsonSchema, ValidationRule } from "./json-schema.ts";
import type { Keyword, KeywordEncoding } from "./keyword.ts";
import { keywords } from "./keywords/index.ts";

/** Maximum nesting of schemas, so that every walk may recurse. */
export const maxSchemaDepth = 1000;

export interface ParsedSchema {
  /** Decoded part of the schema: keys with errors are left out. */
  readonly schema: JsonSchema;
  /** Values of a wrong JSON type, with Go's messages. Kubernetes cannot decode such an object and answers 400. */
  readonly errors: readonly string[];
  /** Error at which Kubernetes' decoder stops; it reports no other. */
  readonly fatal?: string;
  /** Paths of unknown keys that strict decoding reports, in document order. */
  readonly unknown: readonly string[];
}

export interface ParseSchemaOptions {
  /** Path of the schema in decoding errors. */
  readonly path?: FieldPath;
  /** Go package of the types that decoding errors name. */
  readonly goPackage?: string;
}

/**
 * Decodes an `openAPIV3Schema`. Never throws. Values that Kubernetes' encoder would omit (null, false, the empty
 * string, empty lists and maps) are absent from the result, except where they have a meaning of their own. Paths are
 * those of decoding errors: `properties.spec.items`, not `properties[spec].items`.
 */
export function parseJsonSchema(value: JsonValue, options: ParseSchemaOptions = {}): ParsedSchema {
  const { path = rootPath, goPackage = "v1" } = options;
  const found: Findings = { errors: [], unknown: [], goPackage, fatal: undefined };
  const schema = decodeSchema(value, { path, struct: "CustomResourceValidation", depth: 0, found }) ?? {};
  const { fatal, unknown } = found;
  return { schema, errors: errorsOf(found), unknown, ...(fatal !== undefined && { fatal }) };
}

/** Results of decoding; each value may append to them. */
interface Findings {
  readonly errors: string[];
  readonly unknown: string[];
  readonly goPackage: string;
  /** Error at which Kubernetes' decoder stops; errors found before it are not reported. */
  fatal: string | undefined;
}

function errorsOf({ errors, fatal }: Findings): readonly string[] {
  return fatal === undefined ? errors : [fatal];
}

/** Position of the decoder. */
interface Place {
  readonly path: FieldPath;
  /** Go struct that has the field. */
  readonly struct: string;
  /** Number of enclosing schemas. */
  readonly depth: number;
  readonly found: Findings;
}

/** Copies field by field: object spread would take most of the decoding time. */
function atPath({ struct, depth, found }: Place, path: FieldPath): Place {
  return { path, struct, depth, found };
}

/** Decodes a value; undefined omits the key. `goType` is the Go type of the field, if it is not the usual one. */
type Decode = (value: JsonValue, place: Place, goType?: string) => unknown;

const keywordsByWire: ReadonlyMap<string, Keyword> = new Map(keywords.map((keyword) => [keyword.wire, keyword]));

const decoders: Readonly<Record<KeywordEncoding, Decode>> = {
  text: (value, place, goType) => decodeText(value, place, goType) || undefined,
  textAsGiven: decodeText,
  flag: (value, place) => decodeFlag(value, place) || undefined,
  flagAsGiven: decodeFlag,
  number: decodeNumber,
  integer: decodeInteger,
  json: decodeJson,
  jsonAsGiven: decodeJson,
  jsonList: (value, place) => dropEmpty(decodeList(value, place, { goType: "[]JSON", decodeItem: decodeJson })),
  textList: (value, place) => dropEmpty(decodeTexts(value, place)),
  schema: decodeSchema,
  schemaList: (value, place) => dropEmpty(decodeSchemas(value, place)),
  schemaMap: (value, place, goType = "map[string]JSONSchemaProps") =>
    dropEmptyMap(decodeMap(value, place, { goType, decodeEntry: decodeSchemaItem })),
  schemaOrFlag: (value, place) =>
    typeof value === "boolean" ? value : decodeApart(place, (inner) => decodeSchemaOrFlag(value, inner)),
  schemaOrList: (value, place) => decodeApart(place, (inner) => decodeSchemaOrList(value, inner)),
  schemaOrTextListMap: (value, place, goType = "") =>
    decodeMap(value, place, {
      goType,
      decodeEntry: (entry, at) => decodeApart(at, (inner) => decodeDependency(entry, inner)),
    }),
  externalDocs: decodeExternalDocs,
  rules: (value, place) => dropEmpty(decodeList(value, place, { goType: "ValidationRules", decodeItem: decodeRule })),
};

/**
 * Kubernetes: a union of a schema and another type has a decoder of its own, which is not strict: unknown keys are
 * ignored, and its first error ends all decoding (apiextensions/v1/marshal.go JSONSchemaPropsOrArray.UnmarshalJSON,
 * v1.36).
 */
function decodeApart<T>(place: Place, decode: (place: Place) => T): T {
  const { found: outer } = place;
  const found: Findings = { errors: [], unknown: [], goPackage: outer.goPackage, fatal: undefined };
  const decoded = decode({ path: place.path, struct: place.struct, depth: place.depth, found });
  outer.fatal ??= errorsOf(found)[0];
  return decoded;
}

function decodeSchemaOrFlag(value: JsonValue, place: Place): JsonSchema | undefined {
  if (!isJsonObject(value)) {
    place.found.errors.push("boolean or JSON schema expected");
    return undefined;
  }
  return decodeSchema(value, place);
}

/**
 * Kubernetes: a value that is neither object nor list decodes to no schema, and so does an empty list
 * (apiextensions/v1/marshal.go JSONSchemaPropsOrArray.UnmarshalJSON, v1.36).
 */
function decodeSchemaOrList(value: JsonValue, place: Place): JsonSchema | readonly JsonSchema[] | undefined {
  if (Array.isArray(value)) {
    return decodeSchemas(value, place);
  }
  return isJsonObject(value) ? decodeSchema(value, place) : [];
}

/** Few functions a level, because each call takes stack and schemas may nest deeply. */
function decodeSchema(value: JsonValue, place: Place): JsonSchema | undefined {
  if (!isJsonObject(value)) {
    return refuse(place, value, "JSONSchemaProps");
  }
  const depth = place.depth + 1;
  if (depth > maxSchemaDepth) {
    place.found.errors.push(TOO_DEEP);
    return undefined;
  }
  const schema: Record<string, unknown> = {};
  const keys = Object.keys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const keyword = keywordsByWire.get(key);
    if (keyword === undefined) {
      place.found.unknown.push(place.path.child(key).toString());
      continue;
    }
    const given = getOwn(value, key) as JsonValue;
    // Kubernetes: a field that is null decodes as absent (sigs.k8s.io/json/internal/golang/encoding/json/decode.go
    // literalStore, v1.36).
    const decoded =
      given === null
        ? undefined
        : decoders[keyword.encoding](
            given,
            { path: place.path.child(key), struct: "JSONSchemaProps", depth, found: place.found },
            keyword.goType,
          );
    if (decoded !== undefined) {
      schema[keyword.name] = decoded;
    }
  }
  return schema as JsonSchema;
}

/**
 * Kubernetes: null in a list or map of schemas decodes as an empty schema
 * (sigs.k8s.io/json/internal/golang/encoding/json/decode.go literalStore, v1.36).
 */
function decodeSchemaItem(value: JsonValue, place: Place): JsonSchema {
  return (value === null ? undefined : decodeSchema(value, place)) ?? {};
}

function decodeText(value: JsonValue, place: Place, goType = "string"): string | undefined {
  return typeof value === "string" ? value : refuse(place, value, goType);
}

/**
 * Kubernetes: null in a list of strings decodes as the empty string
 * (sigs.k8s.io/json/internal/golang/encoding/json/decode.go literalStore, v1.36).
 */
function decodeTextItem(value: JsonValue, place: Place): string {
  return (value === null ? undefined : decodeText(value, place)) ?? "";
}

function decodeFlag(value: JsonValue, place: Place): boolean | undefined {
  return typeof value === "boolean" ? value : refuse(place, value, "bool");
}

/** Decodes to a double, as Kubernetes does. */
function decodeNumber(value: JsonValue, place: Place): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : refuse(place, value, "float64");
}

/** Decodes a length or count. Beyond 2^53 precision is lost, but no list or string is that long. */
function decodeInteger(value: JsonValue, place: Place): number | undefined {
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (!isWhole || Number(value) < -(2 ** 63) || (typeof value === "number" && value >= 2 ** 63)) {
    return refuse(place, value, "int64");
  }
  return Number(value);
}

function decodeJson(value: JsonValue, place: Place): JsonValue | undefined {
  if (isNestedDeeper(value, maxSchemaDepth)) {
    place.found.errors.push(TOO_DEEP);
    return undefined;
  }
  return value;
}

const TOO_DEEP = `json: must not be nested deeper than ${maxSchemaDepth} levels`;

function isNestedDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  return levels === 0 || Object.values(value).some((below) => isNestedDeeper(below, levels - 1));
}

interface ListOf<T> {
  readonly goType: string;
  readonly decodeItem: (value: JsonValue, place: Place) => T;
}

function decodeList<T>(value: JsonValue, place: Place, { goType, decodeItem }: ListOf<T>): T[] {
  if (!Array.isArray(value)) {
    refuse(place, value, goType);
    return [];
  }
  const items: T[] = [];
  for (let index = 0; index < value.length; index++) {
    items.push(decodeItem(value[index] as JsonValue, atPath(place, place.path.index(index))));
  }
  return items;
}

function decodeTexts(value: JsonValue, place: Place): string[] {
  return decodeList(value, place, { goType: "[]string", decodeItem: decodeTextItem });
}

function decodeSchemas(value: JsonValue, place: Place): JsonSchema[] {
  return decodeList(value, place, { goType: "[]JSONSchemaProps", decodeItem: decodeSchemaItem });
}

interface MapOf<T> {
  readonly goType: string;
  readonly decodeEntry: (value: JsonValue, place: Place) => T;
}

function decodeMap<T>(value: JsonValue, place: Place, { goType, decodeEntry }: MapOf<T>): Map<string, T> {
  const entries = new Map<string, T>();
  if (!isJsonObject(value)) {
    refuse(place, value, goType);
    return entries;
  }
  const keys = Object.keys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    entries.set(key, decodeEntry(getOwn(value, key) as JsonValue, atPath(place, place.path.entry(key))));
  }
  return entries;
}

/**
 * Kubernetes: a dependency that is neither list nor object decodes as an empty schema (apiextensions/v1/marshal.go
 * JSONSchemaPropsOrStringArray.UnmarshalJSON, v1.36).
 */
function decodeDependency(value: JsonValue, place: Place): JsonSchema | readonly string[] {
  return Array.isArray(value) ? decodeTexts(value, place) : (isJsonObject(value) && decodeSchema(value, place)) || {};
}

function decodeExternalDocs(value: JsonValue, place: Place): JsonSchema["externalDocs"] {
  const keys = { description: decoders.text, url: decoders.text };
  return decodeRecord(value, place, { struct: "ExternalDocumentation", keys });
}

const ruleDecoders: Readonly<Record<keyof ValidationRule, Decode>> = {
  rule: decodeText,
  message: decoders.text,
  messageExpression: decoders.text,
  reason: (value, place) => decodeText(value, place, "FieldValueErrorReason"),
  fieldPath: decoders.text,
  optionalOldSelf: decodeFlag,
};

function decodeRule(value: JsonValue, place: Place): ValidationRule {
  const decoded =
    value === null ? undefined : decodeRecord(value, place, { struct: "ValidationRule", keys: ruleDecoders });
  return { rule: "", ...decoded };
}

interface RecordOf {
  readonly struct: string;
  readonly keys: Readonly<Record<string, Decode>>;
}

function decodeRecord(value: JsonValue, place: Place, { struct, keys }: RecordOf): object | undefined {
  if (!isJsonObject(value)) {
    return refuse(place, value, struct);
  }
  const record: JsonObject = {};
  for (const key of Object.keys(value)) {
    const path = place.path.child(key);
    const given = getOwn(value, key) as JsonValue;
    if (!Object.hasOwn(keys, key)) {
      place.found.unknown.push(path.toString());
    } else if (given !== null) {
      const decoded = keys[key]?.(given, { path, struct, depth: place.depth, found: place.found });
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

/** Records a decoding error for a value of the wrong type. */
function refuse({ path, struct, found }: Place, value: JsonValue, goType: string): undefined {
  found.errors.push(printMistyped({ value, struct, path, goType, goPackage: found.goPackage }));
  return undefined;
}
