import { itemsOf, type JsonSchema } from "@kiln/schema";
import { boundValue, type CelValue, fieldOf, isEqualValue } from "./cel-value.ts";

/**
 * Keys that identify the items of a list (`x-kubernetes-list-map-keys`); undefined if items are identified by index or
 * by their whole value.
 */
export function listKeys({ listType, listMapKeys = [] }: JsonSchema): readonly string[] | undefined {
  return listType === "map" && listMapKeys.length > 0 ? listMapKeys : undefined;
}

/** CEL condition that two variables hold the same list item. */
export function isSameItem(list: JsonSchema, holder: CelValue, [one, other]: readonly [string, string]): string {
  const keys = listKeys(list);
  if (keys === undefined) {
    return `${one} == ${other}`;
  }
  const items = itemsOf(list);
  const keyOf = (variable: string, key: string) =>
    fieldOf(boundValue(variable, items, holder), key, items?.properties?.get(key));
  return keys.map((key) => isEqualValue(keyOf(one, key), keyOf(other, key))).join(" && ");
}

/** CEL condition that a map key is not one of the declared properties; empty if there are none. */
export function exceptFields({ properties }: JsonSchema, key: string, quoteName: (name: string) => string): string {
  const names = [...(properties?.keys() ?? [])];
  return names.length === 0 ? "" : `${key} in [${names.map(quoteName).join(", ")}] || `;
}

/** Whether comparing a list needs every pair of items: true for lists with keys. */
export function isCostly(list: JsonSchema): boolean {
  const isByIndex = list.listType !== "set" && listKeys(list) === undefined;
  return !isByIndex && (list.maxItems ?? Number.POSITIVE_INFINITY) > CHEAP_ITEMS;
}

/** Maximum list size that stays well below 1,000,000, the cost limit of one policy expression. */
const CHEAP_ITEMS = 200;

export const COSTLY =
  "an update of an object with more than a few hundred items may cost more than the API server lets a policy cost, and " +
  "is then refused; maxItems of at most 200 rules that out";
