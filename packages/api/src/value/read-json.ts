import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "./json-value.ts";

// The string, or an empty one for a value of another type, which the schema reports: for checks that run before or
// beside the schema's.

export function asText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

export function asInteger(value: JsonValue | undefined): number | bigint {
  return typeof value === "number" || typeof value === "bigint" ? value : 0;
}

/** Strings of a list. Other items become empty strings, so that indices stay the same. */
export function asTexts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(asText) : [];
}

export function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function asObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** Entries of a map of strings. */
export function asTextEntries(value: JsonValue | undefined): [string, string][] {
  const entries: [string, string][] = [];
  if (isJsonObject(value)) {
    // Object.entries() takes three times as long with many keys.
    for (const key in value) {
      entries.push([key, asText(value[key])]);
    }
  }
  return entries;
}

/** Object at a path; empty if there is none. */
export function objectAt(root: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  let value = root;
  for (const name of path) {
    value = isJsonObject(value) ? getOwn(value, name) : undefined;
  }
  return asObject(value);
}

export function textAt(object: JsonObject, name: string): string {
  return asText(getOwn(object, name));
}

export function listAt(object: JsonObject, name: string): JsonArray {
  const value = getOwn(object, name);
  return Array.isArray(value) ? value : [];
}

export function objectsAt(object: JsonObject, name: string): JsonObject[] {
  return asObjects(getOwn(object, name));
}
