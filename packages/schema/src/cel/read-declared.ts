import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import { CelDouble, type CelValue, TypedList, TypedMap } from "@kiln/cel";
import { itemsOf, type JsonSchema } from "../json-schema.ts";
import type { DeclaredType } from "./declare-type.ts";
import { KeyedList } from "./keyed-list.ts";
import { SetList } from "./set-list.ts";
import { StructView } from "./struct-view.ts";

/** Decodes JSON by its declared type. A value that is already decoded is returned as it is. */
export type Read = (raw: CelValue) => CelValue;

/** Readers of declared types, each created once. */
export interface Readers {
  of(type: DeclaredType): Read;
}

/** Reader of types whose JSON needs no decoding. Compared by identity, so that such values are not wrapped. */
export const readAsIs: Read = (raw) => raw;

export function createReaders(): Readers {
  const known = new WeakMap<DeclaredType, Read>();
  const verdicts = new WeakMap<JsonSchema, boolean>();
  const readers: Readers = {
    of(type) {
      const read = known.get(type) ?? makeReader(type, readers, verdicts);
      known.set(type, read);
      return read;
    },
  };
  return readers;
}

type Verdicts = WeakMap<JsonSchema, boolean>;

function makeReader(type: DeclaredType, readers: Readers, verdicts: Verdicts): Read {
  switch (type.kind) {
    case "scalar":
      return type.type.fromData ?? (type.type.kind === "double" ? readDouble : readAsIs);
    case "list":
      return listReader(type.schema, readers.of(type.element));
    case "map": {
      const read = readers.of(type.element);
      return read === readAsIs ? readAsIs : (raw) => (isPlainObject(raw) ? new TypedMap(raw, read) : raw);
    }
    case "object":
      return isPlain(type.schema, verdicts)
        ? readAsIs
        : (raw) => (isPlainObject(raw) ? new StructView(raw, type, readers) : raw);
  }
}

function readDouble(raw: CelValue): CelValue {
  return typeof raw === "number" || typeof raw === "bigint" ? new CelDouble(Number(raw)) : raw;
}

function listReader(schema: JsonSchema, read: Read): Read {
  switch (schema.listType) {
    case "set":
      return (raw) => (Array.isArray(raw) ? new SetList(raw as JsonArray, read) : raw);
    case "map":
      return (raw) => (Array.isArray(raw) ? new KeyedList(raw as JsonArray, read, schema.listMapKeys ?? []) : raw);
    default:
      return read === readAsIs ? readAsIs : (raw) => (Array.isArray(raw) ? new TypedList(raw, read) : raw);
  }
}

/** Whether the value is undecoded JSON, not a decoded CEL value. */
function isPlainObject(raw: CelValue): raw is JsonObject {
  return isJsonObject(raw as JsonValue) && [Object.prototype, null].includes(Object.getPrototypeOf(raw));
}

const FORMATS: readonly string[] = ["byte", "date", "date-time", "duration"];

/**
 * True if the values may be compared as JSON: no times in strings, no list whose order does not matter, no null that
 * counts as absent, no fields without a schema.
 */
function isPlain(schema: JsonSchema, verdicts: Verdicts): boolean {
  const known = verdicts.get(schema);
  if (known !== undefined) {
    return known;
  }
  const isOwn =
    schema.preserveUnknownFields === true ||
    schema.nullable === true ||
    schema.listType === "set" ||
    schema.listType === "map" ||
    (schema.type === "string" && FORMATS.includes(schema.format ?? ""));
  const below = [...(schema.properties?.values() ?? []), schema.additionalProperties, itemsOf(schema)];
  const verdict = !isOwn && below.every((part) => typeof part !== "object" || isPlain(part, verdicts));
  verdicts.set(schema, verdict);
  return verdict;
}
