import { isJsonObject, type JsonValue } from "@kiln/api";
import type { FieldType } from "./field-type.ts";

export type Shape = "map" | "scalar" | "list";

/**
 * Shape as which a value is processed. A value without any shape of its type, such as null, is processed as the first
 * shape that the type allows.
 */
export function shapeOf(type: FieldType, value: JsonValue | undefined): Shape {
  if (isJsonObject(value)) {
    if (type.map !== undefined) {
      return "map";
    }
  } else if (Array.isArray(value)) {
    if (type.list !== undefined) {
      return "list";
    }
  } else if (value !== null && value !== undefined && type.scalar !== undefined) {
    return "scalar";
  }
  return type.map !== undefined ? "map" : type.scalar !== undefined ? "scalar" : "list";
}
