import { getOwn, goTypeOf, isJsonObject, type JsonValue, printGoValue } from "@kiln/api";
import { StrategicPatchError } from "./strategic-patch-error.ts";

export interface Arrangement {
  /** Requested order of items ($setElementOrder). */
  readonly order: readonly JsonValue[];
  /** List before the patch, whose order the other items keep. */
  readonly before: readonly JsonValue[];
  readonly mergeKey: string;
}

export function arrange(merged: readonly JsonValue[], { order, before, mergeKey }: Arrangement): JsonValue[] {
  const wanted = indexByKey(order, mergeKey);
  const places = indexByKey(before, mergeKey);
  const key = (item: JsonValue) => keyOf(item, mergeKey);
  const ordered = sortBy(
    merged.filter((item) => wanted.has(key(item))),
    (item) => wanted.get(key(item)),
  );
  const others = sortBy(
    merged.filter((item) => !wanted.has(key(item))),
    (item) => places.get(key(item)),
  );
  return interleave(others, ordered, (item) => places.get(key(item)));
}

/**
 * Kubernetes: items without a position come first, in reverse order (util/strategicpatch/patch.go mergeSortedSlice,
 * v1.36).
 */
function sortBy(items: readonly JsonValue[], placeOf: (item: JsonValue) => number | undefined): JsonValue[] {
  const placed = items.map((item) => ({ item, place: placeOf(item) ?? -1 })).sort((a, b) => a.place - b.place);
  const strangers = placed.filter(({ place }) => place < 0).reverse();
  return [...strangers, ...placed.slice(strangers.length)].map(({ item }) => item);
}

/**
 * Merges two sorted lists: an item of the left list precedes the first item of the right list that followed it before.
 */
function interleave(
  left: readonly JsonValue[],
  right: readonly JsonValue[],
  placeOf: (item: JsonValue) => number | undefined,
): JsonValue[] {
  const all: JsonValue[] = [];
  let next = 0;
  for (const item of right) {
    const place = placeOf(item);
    while (next < left.length && place !== undefined && (placeOf(left[next] as JsonValue) ?? Infinity) < place) {
      all.push(left[next++] as JsonValue);
    }
    all.push(item);
  }
  return [...all, ...left.slice(next)];
}

/** Index of each item by its merge key, of the first one for duplicate keys. */
export function indexByKey(items: readonly JsonValue[], mergeKey: string): Map<JsonValue, number> {
  const places = new Map<JsonValue, number>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item, mergeKey);
    if (!places.has(key)) {
      places.set(key, index);
    }
  }
  return places;
}

/** Merge key of an item; throws if the item has none. */
export function keyOf(item: JsonValue, mergeKey: string): JsonValue {
  if (mergeKey === "") {
    return item;
  }
  if (!isJsonObject(item)) {
    throw new StrategicPatchError("failed", `expected a map[string]interface {}, but received a ${goTypeOf(item)}`);
  }
  const key = getOwn(item, mergeKey);
  if (key === undefined) {
    throw new StrategicPatchError(
      "failed",
      `map: ${printGoValue(item)} does not contain declared merge key: ${mergeKey}`,
    );
  }
  return key;
}
