import { getOwn, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";

// What a review holds has been decoded by its type already; these name what Go has where nothing is.

export function textAt(object: JsonObject, field: string): string {
  const value = getOwn(object, field);
  return typeof value === "string" ? value : "";
}

export function textsAt(object: JsonObject, field: string): string[] {
  return texts(getOwn(object, field));
}

export function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Undefined if there is none. */
export function objectAt(object: JsonObject, field: string): JsonObject | undefined {
  const value = getOwn(object, field);
  return isJsonObject(value) ? value : undefined;
}

export function objectsAt(object: JsonObject, field: string): JsonObject[] {
  const value = getOwn(object, field);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
