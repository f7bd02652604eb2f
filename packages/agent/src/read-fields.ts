import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";

export function hasField(object: JsonObject, key: string): boolean {
  return isJsonObject(getOwn(object, key));
}

/** Number in a field; undefined for any other value. */
export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = getOwn(object, key);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}
