import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import { emptySet, type FieldSet, type FieldSetDraft, member, withSelf } from "./field-set.ts";
import { type FieldType, type ListType, type MapType, untypedDeduced } from "./field-type.ts";
import { indexItems } from "./list-items.ts";
import { fieldElement } from "./path-element.ts";
import { shapeOf } from "./shape.ts";

/**
 * Fields that a configuration sets, which its applier then owns. Containers whose parts are separate fields are not
 * among them, except list items and map values, which exist because a client wrote them.
 */
export function toFieldSet(type: FieldType, value: JsonValue): FieldSet {
  return toNode(type, value) ?? emptySet;
}

/** Node of a value; undefined if neither the value nor anything in it is a field. */
function toNode(type: FieldType, value: JsonValue): FieldSet | undefined {
  switch (shapeOf(type, value)) {
    case "map":
      return mapToNode(type.map as MapType, value);
    case "list":
      return listToNode(type.list as ListType, value);
    default:
      return member;
  }
}

function mapToNode(map: MapType, value: JsonValue): FieldSet | undefined {
  if (map.isAtomic) {
    return member;
  }
  return isJsonObject(value) ? fieldsToNode(map, value) : undefined;
}

function fieldsToNode(map: MapType, object: JsonObject): FieldSet | undefined {
  let node: FieldSetDraft | undefined;
  for (const key in object) {
    const value = object[key] as JsonValue;
    const named = map.fields.get(key);
    const inner = toNode(named ?? map.rest ?? untypedDeduced, value);
    const isField = named === undefined || value === null || isEmptyObject(value);
    const child = isField ? withSelf(inner) : inner;
    if (child !== undefined) {
      node ??= {};
      node[fieldElement(key)] = child;
    }
  }
  return node;
}

function isEmptyObject(value: JsonValue): boolean {
  if (!isJsonObject(value)) {
    return false;
  }
  for (const _ in value) {
    return false;
  }
  return true;
}

function listToNode(list: ListType, value: JsonValue): FieldSet | undefined {
  if (list.relation === "atomic") {
    return member;
  }
  return Array.isArray(value) && value.length > 0 ? itemsToNode(list, value) : undefined;
}

function itemsToNode(list: ListType, items: JsonArray): FieldSet {
  const node: FieldSetDraft = {};
  const { first, repeated } = indexItems(list, items);
  for (const [element, item] of first) {
    // Items with the same identity can only be owned as a whole.
    node[element] = repeated?.has(element) === true ? member : withSelf(toNode(list.items, item));
  }
  return node;
}
