import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";

/** Undefined if there is none, which a review tells from an empty one. */
export function findObject(object: JsonObject, field: string): JsonObject | undefined {
  const value = getOwn(object, field);
  return isJsonObject(value) ? value : undefined;
}
