import { deepEqual, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { type FieldType, type ListType, type MapType, untypedDeduced } from "./field-type.ts";
import { mergeLists } from "./merge-lists.ts";
import { shapeOf } from "./shape.ts";

/**
 * Merges a configuration into an object: its values replace those of the object, and nothing is removed. The result
 * shares unchanged parts with both, and is `live` itself if nothing changes.
 */
export function merge(type: FieldType, live: JsonValue, config: JsonValue): JsonValue {
  return mergeValues(type, live, config) as JsonValue;
}

function mergeValues(
  type: FieldType,
  live: JsonValue | undefined,
  config: JsonValue | undefined,
): JsonValue | undefined {
  if (config === undefined || live === config) {
    return live;
  }
  if (live === undefined) {
    return config;
  }
  switch (shapeOf(type, config)) {
    case "map":
      return mergeMaps(type.map as MapType, live, config);
    case "list":
      return mergeListValues(type.list as ListType, live, config);
    default:
      return config;
  }
}

function mergeMaps(map: MapType, live: JsonValue, config: JsonValue): JsonValue {
  const before = isJsonObject(live) ? live : {};
  // Kubernetes: null is an empty map, and an empty applied map changes nothing (typed/merge.go doMap, v1.36).
  const wanted = isJsonObject(config) ? config : {};
  if (map.isAtomic) {
    return replace(live, config);
  }
  let merged: JsonObject | undefined = isJsonObject(live) ? undefined : {};
  let isEmpty = true;
  for (const key in wanted) {
    isEmpty = false;
    const old = getOwn(before, key);
    const value = mergeValues(map.fields.get(key) ?? map.rest ?? untypedDeduced, old, wanted[key]) as JsonValue;
    if (value !== old) {
      merged ??= { ...before };
      setOwn(merged, key, value);
    }
  }
  return isEmpty && isEmptyObject(before) ? replace(live, config) : (merged ?? before);
}

function mergeListValues(list: ListType, live: JsonValue, config: JsonValue): JsonValue {
  const before = Array.isArray(live) ? live : [];
  const wanted = Array.isArray(config) ? config : [];
  if (list.relation === "atomic" || (before.length === 0 && wanted.length === 0)) {
    return replace(live, config);
  }
  return mergeLists(list, before, wanted, (old, item) => mergeValues(list.items, old, item) as JsonValue);
}

function isEmptyObject(object: JsonObject): boolean {
  for (const _ in object) {
    return false;
  }
  return true;
}

/** Replaces a value; an equal one keeps its identity, so that callers can compare by reference. */
function replace(live: JsonValue, config: JsonValue): JsonValue {
  return deepEqual(live, config) ? live : config;
}
