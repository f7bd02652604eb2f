import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { childSchema, compileIdentity, type ElementId, type IdentifyElement } from "./element-identity.ts";
import type { Segment } from "./fault.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";

/** Value before and after an update. */
export interface Versions {
  readonly value: JsonValue;
  readonly old: JsonValue;
}

/** Value in the old version at the path `segments` (outermost first, lists by index) of the new one. */
export type FindCounterpart = (segments: readonly Segment[]) => JsonValue | undefined;

/**
 * List elements are matched by identity, so a reordered list keeps its counterparts. Each old list is indexed once,
 * however many paths are looked up.
 */
export function createCounterparts(schema: JsonSchema | undefined, versions: Versions): FindCounterpart {
  const indexes = new Map<JsonValue, ReadonlyMap<ElementId, JsonValue>>();
  return (segments) => {
    let at: Place = { ...versions, schema };
    for (const segment of segments) {
      at = step(at, segment, indexes);
    }
    return at.old;
  };
}

interface Place {
  readonly value: JsonValue | undefined;
  readonly old: JsonValue | undefined;
  readonly schema: JsonSchema | undefined;
}

type Indexes = Map<JsonValue, ReadonlyMap<ElementId, JsonValue>>;

function step({ value, old, schema }: Place, segment: Segment, indexes: Indexes): Place {
  const below = childSchema(schema, segment);
  if (segment.kind === "index" && Array.isArray(value) && Array.isArray(old)) {
    const item = value[segment.index];
    const identify = schema === undefined ? undefined : compileDefaultedIdentity(schema);
    if (identify === undefined || item === undefined) {
      return { value: item, old: old[segment.index], schema: below };
    }
    const index = indexes.get(old) ?? new Map(old.map((candidate) => [identify(candidate), candidate]));
    indexes.set(old, index);
    return { value: item, old: index.get(identify(item)), schema: below };
  }
  if ((segment.kind === "field" || segment.kind === "key") && isJsonObject(value) && isJsonObject(old)) {
    const key = segment.kind === "field" ? segment.name : segment.key;
    return { value: getOwn(value, key), old: getOwn(old, key), schema: below };
  }
  return { value: undefined, old: undefined, schema: below };
}

/**
 * Identity of list elements whose missing keys count as their defaults: the old version was defaulted when it was
 * stored, the new one may be as the client sent it.
 */
function compileDefaultedIdentity(schema: JsonSchema): IdentifyElement | undefined {
  const identify = compileIdentity(schema);
  const fields = itemsOf(schema)?.properties;
  const keys = schema.listType === "map" ? (schema.listMapKeys ?? []) : [];
  if (identify === undefined || !keys.some((key) => fields?.get(key)?.default !== undefined)) {
    return identify;
  }
  return (item) => identify(isJsonObject(item) ? defaultedKeys(item, keys, fields) : item);
}

function defaultedKeys(item: JsonObject, keys: readonly string[], fields: JsonSchema["properties"]): JsonObject {
  const complete: JsonObject = {};
  for (const key of keys) {
    const given = getOwn(item, key);
    const field = fields?.get(key);
    const isMissing = given === undefined || (given === null && field?.nullable !== true);
    const value = isMissing ? field?.default : given;
    if (value !== undefined) {
      setOwn(complete, key, value);
    }
  }
  return complete;
}
