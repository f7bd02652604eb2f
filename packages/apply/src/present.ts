import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "@kiln/api";
import { REST } from "./converting.ts";
import { type FieldSet, type FieldSetDraft, member } from "./field-set.ts";
import { type FieldType, type ListType, type MapType, untypedDeduced } from "./field-type.ts";
import { elementOf, UNNAMED } from "./list-element.ts";
import { fieldElement } from "./path-element.ts";
import { shapeOf } from "./shape.ts";
import { countValues, SLICE_NODES, type Slices } from "./slices.ts";

/** Field set of a value that only one object has, with everything in it. */
export function presentNode(type: FieldType, value: JsonValue): FieldSet {
  switch (shapeOf(type, value)) {
    case "map":
      return presentMap(type.map as MapType, value);
    case "list":
      return presentList(type.list as ListType, value);
    default:
      return member;
  }
}

export function typeOfField(map: MapType, key: string): FieldType {
  return map.fields.get(key) ?? map.rest ?? untypedDeduced;
}

function presentMap(map: MapType, value: JsonValue): FieldSet {
  let node: FieldSetDraft | undefined;
  const object = isJsonObject(value) && !map.isAtomic ? value : {};
  for (const key in object) {
    node ??= { ".": member };
    node[fieldElement(key)] = presentNode(typeOfField(map, key), object[key] as JsonValue);
  }
  return node ?? member;
}

function presentList(list: ListType, value: JsonValue): FieldSet {
  if (list.relation === "atomic" || !Array.isArray(value) || value.length === 0) {
    return member;
  }
  const node: FieldSetDraft = { ".": member };
  for (const item of value) {
    // Items with the same identity are one field without content.
    const element = elementOf(list, item) ?? UNNAMED;
    node[element] = Object.hasOwn(node, element) ? member : presentNode(list.items, item);
  }
  return node;
}

/** {@link presentNode} of a large value, in slices. */
export function* presentSlices(type: FieldType, value: JsonValue): Slices<FieldSet> {
  const shape = shapeOf(type, value);
  if (shape === "map" && isJsonObject(value) && type.map?.isAtomic === false) {
    return yield* mapSlices(type.map, value);
  }
  if (shape === "list" && Array.isArray(value) && type.list !== undefined && type.list.relation !== "atomic") {
    return yield* listSlices(type.list, value);
  }
  return presentNode(type, value);
}

function* mapSlices(map: MapType, object: JsonObject): Slices<FieldSet> {
  const node: FieldSetDraft = { ".": member };
  let used = 0;
  for (const key in object) {
    const value = object[key] as JsonValue;
    const type = typeOfField(map, key);
    const count = countValues(value);
    node[fieldElement(key)] = count < SLICE_NODES ? presentNode(type, value) : yield* presentSlices(type, value);
    used += count;
    if (used >= SLICE_NODES) {
      used = 0;
      yield REST;
    }
  }
  return node;
}

function* listSlices(list: ListType, items: JsonArray): Slices<FieldSet> {
  const node: FieldSetDraft = { ".": member };
  let used = 0;
  for (const item of items) {
    const element = elementOf(list, item) ?? UNNAMED;
    const count = countValues(item);
    if (Object.hasOwn(node, element)) {
      node[element] = member;
    } else {
      node[element] = count < SLICE_NODES ? presentNode(list.items, item) : yield* presentSlices(list.items, item);
    }
    used += count;
    if (used >= SLICE_NODES) {
      used = 0;
      yield REST;
    }
  }
  return node;
}
