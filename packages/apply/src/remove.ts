import { isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { childOf, type FieldSet, isMember } from "./field-set.ts";
import { type FieldType, type ListType, type MapType, untypedDeduced } from "./field-type.ts";
import { elementOf, UNNAMED } from "./list-element.ts";
import { fieldElement } from "./path-element.ts";
import { shapeOf } from "./shape.ts";

/**
 * The object without the fields of the set, and without anything below them. Shares what stays with `value`.
 * Kubernetes: a container below which everything goes becomes null; so does one that is not made of fields, if the set
 * names something below it.
 */
export function remove(type: FieldType, value: JsonObject, set: FieldSet): JsonObject {
  for (const _ in set) {
    return removeIn(type, value, set) as JsonObject;
  }
  return value;
}

function removeIn(type: FieldType, value: JsonValue, set: FieldSet): JsonValue {
  switch (shapeOf(type, value)) {
    case "map":
      return removeFields(type.map as MapType, value, set);
    case "list":
      return removeItems(type.list as ListType, value, set);
    default:
      return value;
  }
}

function removeFields(map: MapType, value: JsonValue, set: FieldSet): JsonValue {
  if (!isJsonObject(value) || map.isAtomic) {
    return null;
  }
  const left: JsonObject = {};
  let isLeft = false;
  for (const key in value) {
    const node = childOf(set, fieldElement(key));
    const inner = value[key] as JsonValue;
    if (node === undefined || !isMember(node)) {
      isLeft = true;
      const type = map.fields.get(key) ?? map.rest ?? untypedDeduced;
      setOwn(left, key, node === undefined ? inner : removeIn(type, inner, node));
    }
  }
  return isLeft ? left : null;
}

function removeItems(list: ListType, value: JsonValue, set: FieldSet): JsonValue {
  if (!Array.isArray(value) || list.relation === "atomic") {
    return null;
  }
  const left: JsonArray = [];
  for (const item of value) {
    const node = childOf(set, elementOf(list, item) ?? UNNAMED);
    if (node === undefined || !isMember(node)) {
      left.push(node === undefined ? item : removeIn(list.items, item, node));
    }
  }
  return left.length > 0 ? left : null;
}
