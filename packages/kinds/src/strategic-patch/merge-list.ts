import { getOwn, goTypeOf, isJsonObject, type JsonObject, type JsonValue, printGoValue } from "@kiln/api";
import { arrange, indexByKey, keyOf } from "./arrange-list.ts";
import { PATCH_DIRECTIVE, withoutDirectives } from "./directives.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/** Merges a patch item into an item, in place, and returns the result. */
export type MergeItems = (item: JsonObject, patch: JsonObject) => JsonObject;

export interface MergeListOptions {
  /** Merge key of the items; empty for lists of scalars. */
  readonly mergeKey: string;
  readonly mergeItems: MergeItems;
}

/**
 * Merges a patch list into a list; both may be changed. Items of the patch keep their order; others keep their relative
 * position.
 */
export function mergeList(original: JsonValue[], patch: JsonValue[], options: MergeListOptions): JsonValue[] {
  if (original.length === 0 && patch.length === 0) {
    return original;
  }
  if (itemType([original, patch]) !== MAP) {
    return arrange([...new Set([...original, ...patch])], {
      order: patch,
      before: original,
      mergeKey: options.mergeKey,
    });
  }
  const { mergeKey, mergeItems } = options;
  if (mergeKey === "") {
    throw failed("cannot merge lists without merge key for struct");
  }
  const { kept, items } = followDirectives(original, patch, mergeKey);
  const merged = mergeByKey(kept, items, { mergeKey, mergeItems });
  return arrange(merged, { order: items, before: kept, mergeKey });
}

/** `original` without the scalars in `removed`. */
export function removeScalars(original: readonly JsonValue[], removed: readonly JsonValue[]): JsonValue[] {
  itemType([original, removed]);
  const gone = new Set(removed);
  return original.filter((item) => !gone.has(item));
}

export interface OrderedLists {
  readonly before: JsonValue[] | undefined;
  readonly patched: JsonValue[] | undefined;
}

export interface OrderListOptions {
  readonly order: readonly JsonValue[];
  readonly mergeKey: string;
  readonly merge: (before: JsonValue[], patched: JsonValue[]) => JsonValue[];
}

/** Merges the two lists in the requested order; both may be changed. Undefined if neither exists. */
export function orderList({ before, patched }: OrderedLists, options: OrderListOptions): JsonValue[] | undefined {
  const { order, mergeKey, merge } = options;
  checkOrder(patched ?? [], order, mergeKey);
  if (before === undefined && patched === undefined) {
    return undefined;
  }
  const server = before?.slice() ?? [];
  const type = itemType([before ?? [], patched ?? []]);
  if (type === undefined) {
    throw failed("no elements in any of the given slices");
  }
  const merged = mergeFound(before, patched, merge);
  return arrange(merged, { order, before: server, mergeKey });
}

function mergeFound(
  before: JsonValue[] | undefined,
  patched: JsonValue[] | undefined,
  merge: OrderListOptions["merge"],
): JsonValue[] {
  if (before === undefined) {
    return withoutDirectives(patched ?? []) as JsonValue[];
  }
  return patched === undefined ? before : merge(before, patched);
}

/** Throws unless the patched items are in the requested order already. */
function checkOrder(patched: readonly JsonValue[], order: readonly JsonValue[], mergeKey: string): void {
  if (patched.length === 0 || order.length === 0) {
    return;
  }
  const kept = mergeKey === "" ? patched : patched.filter((item) => !isDeletion(item));
  let next = 0;
  for (const wanted of order) {
    while (next < kept.length && hasDirective(kept[next] as JsonValue)) {
      next++;
    }
    if (next < kept.length && keyOf(kept[next] as JsonValue, mergeKey) === keyOf(wanted, mergeKey)) {
      next++;
    }
  }
  if (next < kept.length) {
    throw failed(
      `The order in patch list:\n${printGoValue([...patched])}\n doesn't match $setElementOrder list:\n` +
        `${printGoValue([...order])}\n`,
    );
  }
}

const MAP = "map[string]interface {}";

/** Go kind of the items of all lists, which must be the same; undefined if there are no items. */
function itemType(lists: readonly (readonly JsonValue[])[]): string | undefined {
  let type: string | undefined;
  for (const item of lists.flat(1)) {
    const found = goTypeOf(item);
    if (Array.isArray(item) && type === undefined) {
      throw new StrategicPatchError("unsupported", "lists of lists are not supported");
    }
    if (type !== undefined && type !== found) {
      throw failed(`list element types are not identical: ${printGoValue(lists.map((list) => [...list]))}`);
    }
    type = found;
  }
  return type;
}

interface Followed {
  /** Items of the original that no directive has removed. */
  readonly kept: JsonValue[];
  /** Items of the patch without directives. */
  readonly items: JsonObject[];
}

function followDirectives(original: JsonValue[], patch: readonly JsonValue[], mergeKey: string): Followed {
  const items: JsonObject[] = [];
  const deleted = new Set<JsonValue>();
  let isReplaced = false;
  for (const item of patch as JsonObject[]) {
    const directive = getOwn(item, PATCH_DIRECTIVE);
    if (directive === undefined) {
      items.push(item);
    } else if (directive === "delete") {
      deleted.add(keyOf(item, mergeKey));
    } else if (directive === "replace") {
      isReplaced = true;
    } else if (directive === "merge") {
      throw failed("merging lists cannot yet be specified in the patch");
    } else {
      throw failed(`unknown patch type: ${printGoValue(directive)} in map: ${printGoValue(item)}`);
    }
  }
  if (isReplaced) {
    return { kept: items, items: [] };
  }
  const isKept = (item: JsonValue) => !isJsonObject(item) || !deleted.has(getOwn(item, mergeKey) ?? NO_KEY);
  return { kept: deleted.size === 0 ? original : original.filter(isKept), items };
}

/** Placeholder that equals no merge key, not even null. */
const NO_KEY: JsonValue = {};

function mergeByKey(
  original: readonly JsonValue[],
  items: readonly JsonObject[],
  options: MergeListOptions,
): JsonValue[] {
  const { mergeKey, mergeItems } = options;
  const merged = [...original];
  const places = indexByKey(merged, mergeKey);
  for (const item of items) {
    const key = keyOf(item, mergeKey);
    const place = places.get(key);
    if (place === undefined) {
      places.set(key, merged.push(item) - 1);
    } else {
      merged[place] = mergeItems(merged[place] as JsonObject, item);
    }
  }
  return merged;
}

function hasDirective(item: JsonValue): boolean {
  return isJsonObject(item) && Object.hasOwn(item, PATCH_DIRECTIVE);
}

function isDeletion(item: JsonValue): boolean {
  return isJsonObject(item) && getOwn(item, PATCH_DIRECTIVE) === "delete";
}

function failed(message: string): StrategicPatchError {
  return new StrategicPatchError("failed", message);
}
