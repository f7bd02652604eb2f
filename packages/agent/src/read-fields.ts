import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

/** What stands at that place; an empty object if nothing does, or something else. */
export function objectAt(root: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  let value = root;
  for (const key of path) {
    value = isJsonObject(value) ? getOwn(value, key) : undefined;
  }
  return isJsonObject(value) ? value : {};
}

export function hasField(object: JsonObject, key: string): boolean {
  return isJsonObject(getOwn(object, key));
}

/** Undefined for whatever is no number. */
export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = getOwn(object, key);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}
