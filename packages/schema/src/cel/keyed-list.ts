import { getOwn, isJsonObject, type JsonArray, type JsonValue } from "@kiln/api";
import { type CelValue, isEqual, TypedList } from "@kiln/cel";
import { identifyValue } from "../element-identity.ts";
import { escapeName } from "./escape-name.ts";
import type { Read } from "./read-declared.ts";
import { membersOf } from "./set-list.ts";
import { StructView } from "./struct-view.ts";

/**
 * A list with `x-kubernetes-list-type: map`: order does not matter, and adding an item replaces the one with its keys.
 */
export class KeyedList extends TypedList {
  declare readonly raw: JsonArray;
  readonly keys: readonly string[];

  constructor(raw: JsonArray, read: Read, keys: readonly string[]) {
    super(raw as readonly CelValue[], read);
    this.keys = keys;
  }

  override equals(other: CelValue): boolean {
    const members = membersOf(other);
    const own = new Map(this.raw.map((item, index) => [this.#keyOf(item), index]));
    return (
      members.length === this.raw.length &&
      members.every((member) => {
        const index = own.get(this.#keyOf(toJson(member)));
        return index !== undefined && isEqual(this.at(index), member);
      })
    );
  }

  override concat(other: CelValue): CelValue {
    const merged = [...this.raw];
    const places = new Map(merged.map((item, index) => [this.#keyOf(item), index]));
    for (const item of membersOf(other).map(toJson)) {
      merged[places.get(this.#keyOf(item)) ?? merged.length] = item;
    }
    return new KeyedList(merged, this.read, this.keys);
  }

  // Kubernetes: looks up the keys by their escaped names, so items whose key needs escaping count as equal
  // (cel/common/valuesunstructured.go escapeKeyProps, v1.36).
  #keyOf(item: JsonValue): unknown {
    if (!isJsonObject(item)) {
      return undefined;
    }
    return identifyValue(this.keys.map((key) => getOwn(item, escapeName(key) ?? key) ?? null));
  }
}

function toJson(member: CelValue): JsonValue {
  return member instanceof StructView ? member.raw : (member as JsonValue);
}
