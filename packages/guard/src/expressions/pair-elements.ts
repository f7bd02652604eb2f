import { itemsOf, type JsonSchema } from "@kiln/schema";
import { boundValue, type CelValue, fieldOf, isEqualValue } from "./cel-value.ts";

/** The keys that identify the items of a list; undefined if their index does, or their whole value. */
export function listKeys({ listType, listMapKeys = [] }: JsonSchema): readonly string[] | undefined {
  return listType === "map" && listMapKeys.length > 0 ? listMapKeys : undefined;
}

/** Whether two variables hold the same item. */
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

/** Which keys of a map its own fields have not; empty if it has none. */
export function exceptFields({ properties }: JsonSchema, key: string, quoteName: (name: string) => string): string {
  const names = [...(properties?.keys() ?? [])];
  return names.length === 0 ? "" : `${key} in [${names.map(quoteName).join(", ")}] || `;
}

/** Each item is compared with each where they have keys. */
export function isCostly(list: JsonSchema): boolean {
  const isByIndex = list.listType !== "set" && listKeys(list) === undefined;
  return !isByIndex && (list.maxItems ?? Number.POSITIVE_INFINITY) > CHEAP_ITEMS;
}

/** Well below what fits into the 1,000,000 that one expression of a policy may cost. */
const CHEAP_ITEMS = 200;

export const COSTLY =
  "an update of an object with more than a few hundred items may cost more than the API server lets a policy cost, and " +
  "is then refused; maxItems of at most 200 rules that out";
