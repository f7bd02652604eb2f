import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  intType,
  nullType,
  stringType,
  uintType,
} from "../values/type.ts";
import { type CelValue, Special } from "../values/value.ts";

/** Type of the value of a literal. */
export function literalType(value: CelValue): CelType {
  switch (typeof value) {
    case "boolean":
      return boolType;
    case "string":
      return stringType;
    case "number":
    case "bigint":
      return intType;
    default:
  }
  if (value === null) {
    return nullType;
  }
  if (value instanceof Special) {
    return value.kind === "uint" ? uintType : doubleType;
  }
  return bytesType;
}
