import { getOwn, isJsonObject, type JsonValue } from "@kiln/api";
import type { ListType } from "./field-type.ts";
import { type PathElement, printElementValue, valueElement } from "./path-element.ts";

/**
 * Path element of an item in a set or map; undefined if it has no identity, for the reason in {@link explainUnnamed}.
 */
export function elementOf(list: ListType, item: JsonValue): PathElement | undefined {
  if (list.relation === "set") {
    return typeof item === "object" && list.namesAnyValue !== true ? undefined : valueElement(item);
  }
  return isJsonObject(item) ? keyOf(list, item) : undefined;
}

function keyOf(list: ListType, item: { readonly [key: string]: JsonValue }): PathElement | undefined {
  let text = "";
  for (const key of list.sortedKeys) {
    const value = getOwn(item, key.name) ?? (Object.hasOwn(item, key.name) ? null : key.default);
    if (value !== undefined) {
      // A missing key without a default is not part of the element: items with and without it are different items.
      text += `${text === "" ? "" : ","}${key.prefix}${printElementValue(value)}`;
    }
  }
  return text === "" && list.sortedKeys.length > 0 ? undefined : `k:{${text}}`;
}

/** Whether {@link elementOf} returns an element; cheaper. */
export function isNamed(list: ListType, item: JsonValue): boolean {
  if (list.relation === "set" || !isJsonObject(item)) {
    return list.relation === "set" && (typeof item !== "object" || list.namesAnyValue === true);
  }
  const { sortedKeys } = list;
  return (
    sortedKeys.length === 0 || sortedKeys.some((key) => key.default !== undefined || Object.hasOwn(item, key.name))
  );
}

/**
 * True only if both items certainly have the same identity; false means unknown. Cheaper than computing the elements.
 */
export function isSameItem(list: ListType, a: JsonValue, b: JsonValue): boolean {
  if (list.relation === "set") {
    return a === b;
  }
  if (!isJsonObject(a) || !isJsonObject(b)) {
    return false;
  }
  for (const { name } of list.sortedKeys) {
    const value = getOwn(a, name);
    if (typeof value === "object" || value !== getOwn(b, name)) {
      return false;
    }
  }
  return true;
}

/** Kubernetes' message for an item without an identity. */
export function explainUnnamed(list: ListType, item: JsonValue): string {
  if (list.relation === "set") {
    if (item === null) {
      return "associative list without keys has an element that's an explicit null";
    }
    return Array.isArray(item)
      ? "not supported: associative list with lists as elements"
      : "associative list without keys has an element that's a map type";
  }
  if (item === null) {
    return "associative list with keys may not have a null element";
  }
  if (!isJsonObject(item)) {
    return "associative list with keys may not have non-map elements";
  }
  const keys = list.keys.map((key) => JSON.stringify(key)).join(" ");
  return `associative list with keys has an element that omits all key fields [${keys}] (and doesn't have default values for any key fields)`;
}

/** Placeholder element of an item without an identity; no set contains it. */
export const UNNAMED: PathElement = "?";
