import { getOwn, isJsonObject, type JsonValue } from "@kiln/api";
import { childSchema, compileIdentity, type ElementId } from "./element-identity.ts";
import type { Segment } from "./fault.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Two versions of one object. */
export interface Versions {
  readonly value: JsonValue;
  readonly old: JsonValue;
}

/**
 * What the old version holds at the place that `segments` (outermost first, lists by index) lead to in the new one.
 */
export type FindCounterpart = (segments: readonly Segment[]) => JsonValue | undefined;

/**
 * List elements are followed by their identity, so a reordered list keeps its counterparts. Each old list is indexed
 * once, however many places are asked for.
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
    const identify = schema === undefined ? undefined : compileIdentity(schema);
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
