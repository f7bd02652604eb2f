import type { JsonArray, JsonValue } from "@kiln/api";
import type { ListType } from "./field-type.ts";
import { elementOf, UNNAMED } from "./list-element.ts";
import type { PathElement } from "./path-element.ts";

/** Items of a set or map by path element. */
export interface ListItems {
  /** First item of each element, in list order. */
  readonly first: ReadonlyMap<PathElement, JsonValue>;
  /** All items of elements that occur several times; mostly undefined. */
  readonly repeated: ReadonlyMap<PathElement, readonly JsonValue[]> | undefined;
}

export function indexItems(list: ListType, items: JsonArray): ListItems {
  const first = new Map<PathElement, JsonValue>();
  let repeated: Map<PathElement, JsonValue[]> | undefined;
  for (const item of items) {
    const element = elementOf(list, item) ?? UNNAMED;
    const earlier = first.get(element);
    if (earlier === undefined) {
      first.set(element, item);
    } else {
      repeated ??= new Map();
      const all = repeated.get(element);
      if (all === undefined) {
        repeated.set(element, [earlier, item]);
      } else {
        all.push(item);
      }
    }
  }
  return { first, repeated };
}
