import { compareGoStrings, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";
import { packages } from "./data/index.ts";
import type { NativeType } from "./native-type.ts";
import { typeLibrary } from "./type-library.ts";

/**
 * Copy of a built-in object with its fields in the order in which Go encodes them, and sorted maps. An object of an
 * unknown type is returned as it is.
 */
export function inGoOrder(object: JsonObject, { apiVersion, kind }: { apiVersion: string; kind: string }): JsonObject {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const text = packages.find((each) => each.group === group && each.version === version);
  const type = text && typeLibrary.find(`${text.path}.${kind}`);
  return type === undefined ? object : (order(type, object) as JsonObject);
}

function order(type: NativeType, value: JsonValue): JsonValue {
  switch (type.form) {
    case "struct":
      return isJsonObject(value) ? orderFields(value, type.fields) : value;
    case "pointer":
      return order(type.to, value);
    case "list":
      return Array.isArray(value) ? value.map((item) => order(type.items, item)) : value;
    case "map":
      return isJsonObject(value) ? sortKeys(value, type.values) : value;
    default:
      return value;
  }
}

function orderFields(object: JsonObject, fields: ReadonlyMap<string, { readonly type: NativeType }>): JsonObject {
  const ordered: JsonObject = {};
  for (const [name, { type }] of fields) {
    const value = getOwn(object, name);
    if (value !== undefined) {
      setOwn(ordered, name, order(type, value));
    }
  }
  for (const name of Object.keys(object)) {
    if (!fields.has(name)) {
      setOwn(ordered, name, getOwn(object, name) as JsonValue);
    }
  }
  return ordered;
}

function sortKeys(object: JsonObject, values: NativeType): JsonObject {
  const sorted: JsonObject = {};
  for (const key of Object.keys(object).sort(compareGoStrings)) {
    setOwn(sorted, key, order(values, getOwn(object, key) as JsonValue));
  }
  return sorted;
}
