import type { JsonArray, JsonValue } from "@kiln/api";
import type { ListType } from "./field-type.ts";
import { elementOf, isSameItem, UNNAMED } from "./list-element.ts";
import type { PathElement } from "./path-element.ts";

/** Merges two items with one identity; undefined: the live list has no such item. */
export type MergeItem = (live: JsonValue | undefined, config: JsonValue) => JsonValue;

/**
 * Merges the applied items of a set or map into the live ones. Applied items have their applied order; other live items
 * keep their position relative to the applied ones around them. Returns `live` if nothing changes. Linear.
 */
export function mergeLists(list: ListType, live: JsonArray, config: JsonArray, mergeItem: MergeItem): JsonArray {
  if (live.length === config.length && config.every((item, i) => isSameItem(list, live[i] as JsonValue, item))) {
    const merged = config.map((item, i) => mergeItem(live[i], item));
    return isSameList(live, merged) ? live : merged;
  }
  const before = nameItems(list, live);
  const wanted = nameItems(list, config);
  const shared = wanted.names.filter((name) => before.byName.has(name));
  const merged: JsonArray = [];
  const taken = new Set<PathElement>();
  let nextShared = 0;
  let i = 0;
  let j = 0;
  const takeConfig = () => {
    const name = wanted.names[j] as PathElement;
    taken.add(name);
    merged.push(mergeItem(before.byName.get(name), wanted.byName.get(name) as JsonValue));
    j++;
    if (shared[nextShared] === name) {
      nextShared++;
    }
  };
  while (i < live.length || j < wanted.names.length) {
    const name = before.names[i];
    const hasMore = j < wanted.names.length;
    if (name !== undefined && !wanted.byName.has(name)) {
      merged.push(live[i] as JsonValue);
      i++;
    } else if (name !== undefined && name === wanted.names[j]) {
      takeConfig();
      i++;
    } else if (name !== undefined && hasMore && nextShared < shared.length && name !== shared[nextShared]) {
      // This live item is applied as well, but at another position: it is added there.
      i++;
    } else {
      i += name !== undefined && (taken.has(name) || !hasMore) ? 1 : 0;
      if (hasMore) {
        takeConfig();
      }
    }
  }
  return isSameList(live, merged) ? live : merged;
}

interface NamedItems {
  readonly names: readonly PathElement[];
  /**
   * Items by path element. Kubernetes: items that share their keys with others count as null, so nothing is merged into
   * them (typed/merge.go visitListItems, v1.36).
   */
  readonly byName: ReadonlyMap<PathElement, JsonValue>;
}

function nameItems(list: ListType, items: JsonArray): NamedItems {
  const names = items.map((item) => elementOf(list, item) ?? UNNAMED);
  const byName = new Map<PathElement, JsonValue>();
  for (let i = 0; i < items.length; i++) {
    const name = names[i] as PathElement;
    byName.set(name, byName.has(name) ? null : (items[i] as JsonValue));
  }
  return { names, byName };
}

function isSameList(a: JsonArray, b: JsonArray): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
