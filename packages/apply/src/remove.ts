import { isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { childOf, type FieldSet, isMember } from "./field-set.ts";
import { type FieldType, type ListType, type MapType, untypedDeduced } from "./field-type.ts";
import { elementOf, UNNAMED } from "./list-element.ts";
import { fieldElement, type PathElement } from "./path-element.ts";
import { shapeOf } from "./shape.ts";

/**
 * Copy of the object without the fields of the set and everything below them. Shares the remaining parts with `value`.
 * Kubernetes: a container whose fields are all removed becomes null, and so does a scalar if the set names something
 * below it (typed/remove.go removingWalker.doMap, v1.36). With `owned`, the fields of all managers, such a container is
 * removed as well, or left empty if a manager owns it.
 */
export function remove(type: FieldType, value: JsonObject, set: FieldSet, owned?: FieldSet): JsonObject {
  for (const _ in set) {
    const left = removeIn(type, value, { set, owned, leavesNull: owned === undefined });
    return (left ?? null) as JsonObject;
  }
  return value;
}

interface Removing {
  readonly set: FieldSet;
  readonly owned: FieldSet | undefined;
  readonly leavesNull: boolean;
}

/** Value without the fields; undefined if nothing is left. */
function removeIn(type: FieldType, value: JsonValue, removing: Removing): JsonValue | undefined {
  switch (shapeOf(type, value)) {
    case "map":
      return removeFields(type.map as MapType, value, removing);
    case "list":
      return removeItems(type.list as ListType, value, removing);
    default:
      return value;
  }
}

function below({ owned, leavesNull }: Removing, element: PathElement, set: FieldSet): Removing {
  return { set, owned: owned && childOf(owned, element), leavesNull };
}

/** Result for a container that has become empty. */
function emptied({ owned, leavesNull }: Removing, empty: JsonValue): JsonValue | undefined {
  return leavesNull ? null : owned !== undefined && isMember(owned) ? empty : undefined;
}

function removeFields(map: MapType, value: JsonValue, removing: Removing): JsonValue | undefined {
  if (!isJsonObject(value) || map.isAtomic) {
    return removing.leavesNull ? null : value;
  }
  const left: JsonObject = {};
  let isLeft = false;
  for (const key in value) {
    const element = fieldElement(key);
    const node = childOf(removing.set, element);
    const inner = value[key] as JsonValue;
    if (node === undefined || !isMember(node)) {
      const type = map.fields.get(key) ?? map.rest ?? untypedDeduced;
      const kept = node === undefined ? inner : removeIn(type, inner, below(removing, element, node));
      if (kept !== undefined) {
        isLeft = true;
        setOwn(left, key, kept);
      }
    }
  }
  return isLeft ? left : emptied(removing, {});
}

function removeItems(list: ListType, value: JsonValue, removing: Removing): JsonValue | undefined {
  if (!Array.isArray(value) || list.relation === "atomic") {
    return removing.leavesNull ? null : value;
  }
  const left: JsonArray = [];
  for (const item of value) {
    const element = elementOf(list, item) ?? UNNAMED;
    const node = childOf(removing.set, element);
    if (node === undefined || !isMember(node)) {
      const kept = node === undefined ? item : removeIn(list.items, item, below(removing, element, node));
      if (kept !== undefined) {
        left.push(kept);
      }
    }
  }
  return left.length > 0 ? left : emptied(removing, []);
}
