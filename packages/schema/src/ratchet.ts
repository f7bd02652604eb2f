import { deepEqual, getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import type { Check } from "./check.ts";
import type { Fault } from "./fault.ts";
import { itemsOf, type JsonSchema } from "./json-schema.ts";

/**
 * A new value with the old value it replaces. Created on first use and kept for one validation, so that each pair is
 * compared at most once.
 */
export interface Correlation {
  readonly schema: JsonSchema;
  readonly value: JsonValue;
  readonly old: JsonValue;
  readonly isRoot: boolean;
  isEqual: boolean | undefined;
  children: Map<string | number, Correlation | undefined> | undefined;
  /** The old items of a keyed list by their keys. */
  oldItems: Map<string, JsonValue> | undefined;
}

export function correlate(schema: JsonSchema, value: JsonValue, old: JsonValue): Correlation {
  return { schema, value, old, isRoot: true, isEqual: undefined, children: undefined, oldItems: undefined };
}

/**
 * Tolerates errors of a value that an update did not change (KEP-4008). Errors inside the value were handled before;
 * the remaining ones belong to the value itself.
 */
export function tolerateUnchanged(faults: Fault[] | undefined, old: Correlation | undefined): Fault[] | undefined {
  return faults !== undefined && old !== undefined && isUnchanged(old) ? undefined : faults;
}

/** Checks the field `name` of an object that has an old counterpart. */
export function checkKey(check: Check, object: Correlation, name: string): Fault[] | undefined {
  const value = (object.value as JsonObject)[name] as JsonValue;
  // Kubernetes: apiVersion and kind are not ratcheted, since old and new are converted to the same version
  // (apiserver/validation/ratcheting.go isTypeMetaField, v1.36).
  const isTypeMeta = object.isRoot && (name === "apiVersion" || name === "kind");
  const child = isTypeMeta ? undefined : correlateKey(object, name);
  return tolerateUnchanged(check(value, child), child);
}

/** Checks the item at `index` of a list that has an old counterpart. */
export function checkIndex(check: Check, list: Correlation, index: number): Fault[] | undefined {
  const child = correlateIndex(list, index);
  return tolerateUnchanged(check((list.value as JsonArray)[index] as JsonValue, child), child);
}

/**
 * New and old value of the field `name`, if both objects have it. Kubernetes: a field without a schema is not
 * correlated, so an object that has one counts as changed (cel/common/equality.go Key, v1.36).
 */
export function correlateKey(parent: Correlation, name: string): Correlation | undefined {
  return remember(parent, name, () => {
    if (!isJsonObject(parent.old) || !isJsonObject(parent.value)) {
      return undefined;
    }
    const { additionalProperties } = parent.schema;
    const schema =
      parent.schema.properties?.get(name) ??
      (typeof additionalProperties === "object" ? additionalProperties : undefined);
    return child(schema, getOwn(parent.value, name), getOwn(parent.old, name));
  });
}

/** New and old value of the item at `index`; only in a list map can the old item be identified. */
export function correlateIndex(parent: Correlation, index: number): Correlation | undefined {
  return remember(parent, index, () => {
    const item = Array.isArray(parent.value) ? parent.value[index] : undefined;
    const key = item === undefined ? undefined : listMapKey(parent.schema, item);
    if (key === undefined || !Array.isArray(parent.old)) {
      return undefined;
    }
    parent.oldItems ??= indexByKey(parent.schema, parent.old);
    return child(itemsOf(parent.schema), item, parent.oldItems.get(key));
  });
}

function child(
  schema: JsonSchema | undefined,
  value: JsonValue | undefined,
  old: JsonValue | undefined,
): Correlation | undefined {
  if (schema === undefined || value === undefined || old === undefined) {
    return undefined;
  }
  return { ...correlate(schema, value, old), isRoot: false };
}

/** Correlation of a child, created once and kept in `parent`, so that its results are reused. */
function remember(
  parent: Correlation,
  at: string | number,
  make: () => Correlation | undefined,
): Correlation | undefined {
  parent.children ??= new Map();
  const known = parent.children.get(at);
  if (known !== undefined || parent.children.has(at)) {
    return known;
  }
  const made = make();
  parent.children.set(at, made);
  return made;
}

function indexByKey(schema: JsonSchema, items: JsonArray): Map<string, JsonValue> {
  const byKey = new Map<string, JsonValue>();
  for (const item of items) {
    const key = listMapKey(schema, item);
    if (key !== undefined && !byKey.has(key)) {
      byKey.set(key, item);
    }
  }
  return byKey;
}

/** Key of a list-map item; undefined for other lists and for items whose key is missing or no scalar. */
export function listMapKey(schema: JsonSchema, item: JsonValue): string | undefined {
  if (!isKeyedList(schema) || !isJsonObject(item)) {
    return undefined;
  }
  let key = "";
  for (const name of schema.listMapKeys ?? []) {
    const part = getOwn(item, name);
    if (part === undefined || part === null || typeof part === "object") {
      return undefined;
    }
    key += `${typeof part === "string" ? JSON.stringify(part) : String(part)},`;
  }
  return key;
}

function isKeyedList(schema: JsonSchema): boolean {
  return schema.type === "array" && schema.listType === "map" && (schema.listMapKeys?.length ?? 0) > 0;
}

/** True if new and old value are equal. Items of a list map may have changed their order. */
export function isUnchanged(pair: Correlation): boolean {
  pair.isEqual ??= compare(pair);
  return pair.isEqual;
}

function compare(pair: Correlation): boolean {
  const { value, old } = pair;
  if (Array.isArray(value)) {
    return Array.isArray(old) && value.length === old.length && areItemsUnchanged(pair, value);
  }
  if (isJsonObject(value)) {
    return isJsonObject(old) && areEntriesUnchanged(pair, value, old);
  }
  return value === old;
}

function areItemsUnchanged(pair: Correlation, items: JsonArray): boolean {
  if (!isKeyedList(pair.schema)) {
    return deepEqual(items, pair.old);
  }
  return items.every((_, index) => isCounterpartUnchanged(correlateIndex(pair, index)));
}

function areEntriesUnchanged(pair: Correlation, value: JsonObject, old: JsonObject): boolean {
  const names = Object.keys(value);
  return (
    names.length === Object.keys(old).length && names.every((name) => isCounterpartUnchanged(correlateKey(pair, name)))
  );
}

function isCounterpartUnchanged(pair: Correlation | undefined): boolean {
  return pair !== undefined && isUnchanged(pair);
}
