import { deepEqual, getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import { REST } from "./converting.ts";
import { emptySet, type FieldSet, type FieldSetDraft, member, unionNodes } from "./field-set.ts";
import type { FieldType, ListType, MapType } from "./field-type.ts";
import { elementOf, isSameItem, UNNAMED } from "./list-element.ts";
import { indexItems, type ListItems } from "./list-items.ts";
import { fieldElement, type PathElement } from "./path-element.ts";
import { presentNode, presentSlices, typeOfField } from "./present.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { countValues, SLICE_NODES, type Slices } from "./slices.ts";

/** Changes between two objects. The sets have no field in common. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Compares two objects. Parts that both share by reference are skipped. */
export function compare(type: FieldType, before: JsonValue, after: JsonValue): Comparison {
  return toComparison(compareNodes(type, before, after));
}

/** {@link compare} of large objects, in slices. */
export function* compareSlices(type: FieldType, before: JsonValue, after: JsonValue): Slices<Comparison> {
  return toComparison(yield* compareNodeSlices(type, before, after));
}

function toComparison({ added = emptySet, modified = emptySet, removed = emptySet }: Change = {}): Comparison {
  return { added, modified, removed };
}

/** Changes of a value below the root, in the form of {@link Comparison}; empty sets are absent. */
interface Change {
  added?: FieldSet;
  modified?: FieldSet;
  removed?: FieldSet;
}

function compareNodes(
  type: FieldType,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Change | undefined {
  if (before === after) {
    return undefined;
  }
  if (before === undefined) {
    return { added: presentNode(type, after as JsonValue) };
  }
  if (after === undefined) {
    return { removed: presentNode(type, before) };
  }
  const shape = shapeOf(type, after);
  const oldShape = shapeOf(type, before);
  const change = compareAs(shape, type, before, after);
  // An untyped value whose shape changed (map, list, scalar) is compared as both shapes.
  return oldShape === shape ? change : join(compareAs(oldShape, type, before, after), change);
}

function compareAs(shape: Shape, type: FieldType, before: JsonValue, after: JsonValue): Change | undefined {
  switch (shape) {
    case "map":
      return compareMaps(type.map as MapType, before, after);
    case "list":
      return compareLists(type.list as ListType, before, after);
    default:
      return compareLeaves(before, after);
  }
}

/** {@link compareNodes} in slices where a map that both have, or a value that only one has, is large. */
function* compareNodeSlices(
  type: FieldType,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Slices<Change | undefined> {
  if (before === undefined && after !== undefined) {
    return { added: yield* presentSlices(type, after) };
  }
  if (after === undefined && before !== undefined) {
    return { removed: yield* presentSlices(type, before) };
  }
  if (type.map?.isAtomic === false && isJsonObject(before) && isJsonObject(after)) {
    return yield* compareMapSlices(type.map, before, after);
  }
  return compareNodes(type, before, after);
}

function* compareMapSlices(map: MapType, before: JsonObject, after: JsonObject): Slices<Change | undefined> {
  const change: Change = {};
  let used = 0;
  const keys = [...Object.keys(before), ...Object.keys(after).filter((key) => !Object.hasOwn(before, key))];
  for (const key of keys) {
    const old = getOwn(before, key);
    const now = getOwn(after, key);
    const type = typeOfField(map, key);
    const count = old === now ? 1 : countValues(old ?? null) + countValues(now ?? null);
    const inner = count < SLICE_NODES ? compareNodes(type, old, now) : yield* compareNodeSlices(type, old, now);
    if (inner !== undefined) {
      attach(change, fieldElement(key), inner);
    }
    used += count;
    if (used >= SLICE_NODES) {
      used = 0;
      yield REST;
    }
  }
  return keys.length === 0 ? compareLeaves(before, after) : change;
}

function compareLeaves(before: JsonValue, after: JsonValue): Change | undefined {
  return deepEqual(before, after) ? undefined : { modified: member };
}

/** Lists the keys of each object once: the engine lists all keys of a large object even if only the first is needed. */
function compareMaps(map: MapType, before: JsonValue, after: JsonValue): Change | undefined {
  if (map.isAtomic) {
    return compareLeaves(before, after);
  }
  const old = isJsonObject(before) ? before : undefined;
  const now = isJsonObject(after) ? after : undefined;
  let change: Change | undefined;
  let isEmpty = true;
  for (const key in old) {
    isEmpty = false;
    const inner = compareNodes(typeOfField(map, key), old[key], now && getOwn(now, key));
    change = inner === undefined ? change : attach(change ?? {}, fieldElement(key), inner);
  }
  for (const key in now) {
    isEmpty = false;
    if (old === undefined || !Object.hasOwn(old, key)) {
      const added = presentNode(typeOfField(map, key), now[key] as JsonValue);
      change = attach(change ?? {}, fieldElement(key), { added });
    }
  }
  // Two empty values are compared as scalars, so that null and {} differ.
  return isEmpty ? compareLeaves(before, after) : change;
}

const NO_ITEMS: JsonArray = [];

function compareLists(list: ListType, before: JsonValue, after: JsonValue): Change | undefined {
  const old = Array.isArray(before) ? before : NO_ITEMS;
  const now = Array.isArray(after) ? after : NO_ITEMS;
  if (list.relation === "atomic" || (old.length === 0 && now.length === 0)) {
    return compareLeaves(before, after);
  }
  return isAligned(list, old, now) ? compareAligned(list, old, now) : comparePaired(list, old, now);
}

function isAligned(list: ListType, old: JsonArray, now: JsonArray): boolean {
  return old.length === now.length && now.every((item, i) => isSameItem(list, old[i] as JsonValue, item));
}

/** Compares lists whose items are at the same positions, the usual case, in which no item needs an identity. */
function compareAligned(list: ListType, old: JsonArray, now: JsonArray): Change | undefined {
  const changes = now.map((item, i) => compareNodes(list.items, old[i], item));
  if (changes.every((change) => change === undefined)) {
    return undefined;
  }
  const places = new Map<PathElement, number[]>();
  for (const [i, item] of now.entries()) {
    const name = elementOf(list, item) ?? UNNAMED;
    const others = places.get(name);
    if (others === undefined) {
      places.set(name, [i]);
    } else {
      others.push(i);
    }
  }
  let change: Change | undefined;
  for (const [name, indices] of places) {
    const isChanged = indices.some((i) => changes[i] !== undefined);
    const inner = indices.length === 1 ? changes[indices[0] as number] : isChanged ? { modified: member } : undefined;
    change = inner === undefined ? change : attach(change ?? {}, name, inner);
  }
  return change;
}

function comparePaired(list: ListType, old: JsonArray, now: JsonArray): Change | undefined {
  const oldItems = indexItems(list, old);
  const nowItems = indexItems(list, now);
  let change: Change | undefined;
  for (const element of oldItems.first.keys()) {
    const inner = compareItems(list.items, element, oldItems, nowItems);
    change = inner === undefined ? change : attach(change ?? {}, element, inner);
  }
  for (const [element, item] of nowItems.first) {
    if (!oldItems.first.has(element)) {
      const isRepeated = nowItems.repeated?.has(element) === true;
      change = attach(change ?? {}, element, { added: isRepeated ? member : presentNode(list.items, item) });
    }
  }
  return change;
}

/** Compares the items with one identity. Several such items are one field without content. */
function compareItems(type: FieldType, element: PathElement, before: ListItems, after: ListItems): Change | undefined {
  const old = before.first.get(element);
  const now = after.first.get(element);
  const oldRepeated = before.repeated?.get(element);
  const nowRepeated = after.repeated?.get(element);
  if (oldRepeated === undefined && nowRepeated === undefined) {
    return compareNodes(type, old, now);
  }
  if (oldRepeated !== undefined && nowRepeated !== undefined) {
    return compareLeaves([...oldRepeated], [...nowRepeated]);
  }
  if (oldRepeated !== undefined) {
    return now === undefined ? { removed: member } : { added: presentNode(type, now), removed: member };
  }
  return { added: member, ...(old === undefined ? {} : { removed: presentNode(type, old) }) };
}

/** Adds the changes of a child to `change`, and returns it. */
function attach(change: Change, element: PathElement, inner: Change): Change {
  if (inner.added !== undefined) {
    change.added = insert(change.added, element, inner.added);
  }
  if (inner.modified !== undefined) {
    change.modified = insert(change.modified, element, inner.modified);
  }
  if (inner.removed !== undefined) {
    change.removed = insert(change.removed, element, inner.removed);
  }
  return change;
}

/** Adds a child to `set`, which must not be shared yet. */
function insert(set: FieldSet | undefined, element: PathElement, node: FieldSet): FieldSet {
  const draft = (set ?? {}) as FieldSetDraft;
  draft[element] = node;
  return draft;
}

function join(a: Change | undefined, b: Change | undefined): Change | undefined {
  if (a === undefined || b === undefined) {
    return a ?? b;
  }
  const joined: Change = {};
  for (const key of ["added", "modified", "removed"] as const) {
    const one = a[key];
    const other = b[key];
    const both = one === undefined || other === undefined ? (one ?? other) : unionNodes(one, other);
    if (both !== undefined) {
      joined[key] = both;
    }
  }
  return joined;
}
