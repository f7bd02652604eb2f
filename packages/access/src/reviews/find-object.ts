import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";

/** Object in a field; undefined if the field is absent, which a review distinguishes from an empty object. */
export function findObject(object: JsonObject, field: string): JsonObject | undefined {
  const value = getOwn(object, field);
  return isJsonObject(value) ? value : undefined;
}
