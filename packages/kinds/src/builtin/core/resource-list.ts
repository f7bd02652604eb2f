import { addQuantities, compareQuantities, type JsonObject, type Quantity, quantityFromJson } from "@kiln/api";

/** Amounts of cpu, memory and whatever else can be counted, by name. */
export type ResourceList = Map<string, Quantity>;

/** Invalid quantities are left out: validation reports them. */
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

/** Changes the list. */
export function addResources(list: ResourceList, more: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of more) {
    const before = list.get(name);
    list.set(name, before === undefined ? quantity : addQuantities(before, quantity));
  }
}

/** Changes the list: takes the larger of each amount. */
export function raiseResources(list: ResourceList, other: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of other) {
    const before = list.get(name);
    if (before === undefined || compareQuantities(quantity, before) > 0) {
      list.set(name, quantity);
    }
  }
}

/** Whether both have equal amounts, in whatever notation. */
export function haveSameAmounts(a: JsonObject, b: JsonObject): boolean {
  const [left, right] = [readResourceList(a), readResourceList(b)];
  return left.size === right.size && [...left].every(([name, amount]) => isSame(amount, right.get(name)));
}

function isSame(amount: Quantity, other: Quantity | undefined): boolean {
  return other !== undefined && compareQuantities(amount, other) === 0;
}
