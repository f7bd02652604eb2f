import { compareGoStrings, getOwn, isJsonObject, type JsonValue, printGoNumber } from "@kiln/api";

/** As Go prints a decoded JSON value with %v: `map[a:1 b:[x y]]`. */
export function printGoValue(value: JsonValue): string {
  if (value === null) {
    return "<nil>";
  }
  if (Array.isArray(value)) {
    return `[${value.map(printGoValue).join(" ")}]`;
  }
  if (!isJsonObject(value)) {
    return typeof value === "number" ? printGoNumber(value) : String(value);
  }
  const fields = Object.keys(value)
    .sort(compareGoStrings)
    .map((key) => `${key}:${printGoValue(getOwn(value, key) as JsonValue)}`);
  return `map[${fields.join(" ")}]`;
}

/** Go's type of a decoded JSON value. */
export function goTypeOf(value: JsonValue): string {
  if (value === null) {
    return "<nil>";
  }
  if (Array.isArray(value)) {
    return "[]interface {}";
  }
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    case "string":
      return "string";
    default:
      return "map[string]interface {}";
  }
}
