import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";

/** Undefined if the field is absent; a review distinguishes that from an empty object. */
export function findObject(object: JsonObject, field: string): JsonObject | undefined {
  const value = getOwn(object, field);
  return isJsonObject(value) ? value : undefined;
}
