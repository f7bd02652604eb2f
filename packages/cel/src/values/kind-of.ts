import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  opaqueType,
  stringType,
  type TypeKind,
  timestampType,
  typeType,
  uintType,
} from "./type.ts";
import { type CelValue, type OpaqueValue, Special } from "./value.ts";

const anyList = listType(dynType);
const anyMap = mapType(dynType, dynType);
const anyOptional = opaqueType("optional_type");

/** The kind of type a value has. */
export function kindOf(value: CelValue): TypeKind {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "string":
      return "string";
    case "number":
    case "bigint":
      return "int";
    default:
  }
  if (value === null || value === undefined) {
    return "null";
  }
  if (value instanceof Special) {
    return value.kind === "optional" ? "opaque" : value.kind;
  }
  return Array.isArray(value) ? "list" : value instanceof Uint8Array ? "bytes" : "map";
}

/** Type of a value at run time; for lists and maps without element types. */
export function runtimeType(value: CelValue): CelType {
  switch (kindOf(value)) {
    case "bool":
      return boolType;
    case "string":
      return stringType;
    case "int":
      return intType;
    case "null":
      return nullType;
    case "double":
      return doubleType;
    case "uint":
      return uintType;
    case "bytes":
      return bytesType;
    case "list":
      return anyList;
    case "map":
      return anyMap;
    case "duration":
      return durationType;
    case "timestamp":
      return timestampType;
    case "type":
      return typeType;
    case "error":
      return errorType;
    default:
      return (value as Special).kind === "optional" ? anyOptional : opaqueType((value as OpaqueValue).typeName);
  }
}
