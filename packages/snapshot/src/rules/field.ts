import { asText, getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** Value at a path; undefined if it, or a parent, is absent or null. */
export function fieldOf(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path.split(".")) {
    value = isJsonObject(value) ? (getOwn(value, name) ?? undefined) : undefined;
  }
  return value;
}

/** Value as a Go string: empty if absent. */
export function textOf(object: JsonObject, path: string): string {
  return asText(fieldOf(object, path));
}

/** Value in error messages, or that it is absent. */
export function printField(value: JsonValue | undefined): string {
  return value === undefined ? "unset" : JSON.stringify(value);
}
