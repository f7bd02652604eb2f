import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "../value/json-value.ts";
import { compareGoStrings, printGoNumber, quoteGo } from "./go-print.ts";

/** Prints a decoded JSON value as Go's %v: `map[a:1 b:[x y]]`. */
export function printGoValue(value: JsonValue): string {
  if (value === null) {
    return "<nil>";
  }
  if (Array.isArray(value)) {
    return `[${value.map(printGoValue).join(" ")}]`;
  }
  if (isJsonObject(value)) {
    return `map[${printFields(value, (key, inner) => `${key}:${printGoValue(inner)}`).join(" ")}]`;
  }
  return typeof value === "number" ? printGoNumber(value) : String(value);
}

/** Prints a decoded JSON value as Go's %#v: `map[string]interface {}{"a":1}`. */
export function printGoSyntax(value: JsonValue): string {
  if (value === null) {
    return "interface {}(nil)";
  }
  if (Array.isArray(value)) {
    return `[]interface {}{${value.map(printGoSyntax).join(", ")}}`;
  }
  if (isJsonObject(value)) {
    const fields = printFields(value, (key, inner) => `${quoteGo(key)}:${printGoSyntax(inner)}`);
    return `map[string]interface {}{${fields.join(", ")}}`;
  }
  return typeof value === "string" ? quoteGo(value) : printGoValue(value);
}

function printFields(object: JsonObject, print: (key: string, value: JsonValue) => string): string[] {
  const keys = Object.keys(object).sort(compareGoStrings);
  return keys.map((key) => print(key, getOwn(object, key) as JsonValue));
}

/** Go type of a decoded JSON value. */
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
