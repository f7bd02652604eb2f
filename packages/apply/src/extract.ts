import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { childOf, type FieldSet, isEmpty } from "./field-set.ts";
import { type FieldType, type ListType, type MapType, untypedDeduced } from "./field-type.ts";
import { elementOf, UNNAMED } from "./list-element.ts";
import { fieldElement } from "./path-element.ts";
import { shapeOf } from "./shape.ts";

/**
 * Copy of the object with only the fields of the set. For a manager's set it is the configuration that the manager
 * would apply to own exactly these fields. List items keep their keys. Shares its contents with `value`.
 */
export function extract(type: FieldType, value: JsonObject, set: FieldSet): JsonObject {
  return isEmpty(set) ? {} : (extractFrom(type, value, set) as JsonObject);
}

function extractFrom(type: FieldType, value: JsonValue, node: FieldSet): JsonValue {
  switch (shapeOf(type, value)) {
    case "map":
      return extractFields(type.map as MapType, value, node);
    case "list":
      return extractItems(type.list as ListType, value, node);
    default:
      return value;
  }
}

function extractFields(map: MapType, value: JsonValue, node: FieldSet): JsonValue {
  if (!isJsonObject(value) || map.isAtomic) {
    return value;
  }
  const kept: JsonObject = {};
  for (const key in value) {
    const child = childOf(node, fieldElement(key));
    if (child !== undefined) {
      const type = map.fields.get(key) ?? map.rest ?? untypedDeduced;
      setOwn(kept, key, extractFrom(type, value[key] as JsonValue, child));
    }
  }
  return kept;
}

function extractItems(list: ListType, value: JsonValue, node: FieldSet): JsonValue {
  if (!Array.isArray(value) || list.relation === "atomic") {
    return value;
  }
  const kept: JsonArray = [];
  for (const item of value) {
    const child = childOf(node, elementOf(list, item) ?? UNNAMED);
    if (child !== undefined) {
      kept.push(isEmpty(child) ? item : withKeys(list, item, extractFrom(list.items, item, child)));
    }
  }
  return kept;
}

/** Adds the keys of a list item to `kept`. */
function withKeys(list: ListType, item: JsonValue, kept: JsonValue): JsonValue {
  if (!isJsonObject(item) || !isJsonObject(kept) || kept === item) {
    return kept;
  }
  const keyed: JsonObject = {};
  for (const key of list.keys) {
    const value = getOwn(item, key);
    if (value !== undefined) {
      setOwn(keyed, key, value);
    }
  }
  return { ...keyed, ...kept };
}
