import { addQuantities, compareQuantities, type JsonObject, type Quantity, quantityFromJson } from "@kiln/api";

/** Quantities of countable resources, such as cpu and memory, by name. */
export type ResourceList = Map<string, Quantity>;

/** Parses a resource list; skips invalid quantities, which validation reports. */
export function readResourceList(object: JsonObject): ResourceList {
  const list: ResourceList = new Map();
  for (const [name, text] of Object.entries(object)) {
    const { value } = quantityFromJson(text);
    if (value !== undefined) {
      list.set(name, value);
    }
  }
  return list;
}

/** Adds the amounts of `more` to `list`. */
export function addResources(list: ResourceList, more: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of more) {
    const before = list.get(name);
    list.set(name, before === undefined ? quantity : addQuantities(before, quantity));
  }
}

/** Raises the amounts in `list` to those in `other` where these are larger. */
export function raiseResources(list: ResourceList, other: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of other) {
    const before = list.get(name);
    if (before === undefined || compareQuantities(quantity, before) > 0) {
      list.set(name, quantity);
    }
  }
}

/** Whether both lists have equal amounts, in any notation. */
export function haveSameAmounts(a: JsonObject, b: JsonObject): boolean {
  const [left, right] = [readResourceList(a), readResourceList(b)];
  return left.size === right.size && [...left].every(([name, amount]) => isSame(amount, right.get(name)));
}

function isSame(amount: Quantity, other: Quantity | undefined): boolean {
  return other !== undefined && compareQuantities(amount, other) === 0;
}
