import { getOwn, isJsonObject, type JsonObject } from "@kiln/api";

/** The object in a field; an empty one that belongs to nobody if there is none. */
export function partOf(object: JsonObject, field: string): JsonObject {
  const part = getOwn(object, field);
  return isJsonObject(part) ? part : {};
}
