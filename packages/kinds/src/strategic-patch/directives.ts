import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";

/** Key of a directive for its object: `replace`, `delete` or `merge`. */
export const PATCH_DIRECTIVE = "$patch";

/** Sets a field of the object, or removes it if the value is undefined. */
export function replaceField(original: JsonObject, key: string, value: JsonValue | undefined): void {
  if (value === undefined) {
    delete original[key];
  } else {
    setOwn(original, key, value);
  }
}

/** Removes null fields from the value, in place; list items are kept. */
export function discardNulls(value: JsonValue): void {
  if (Array.isArray(value)) {
    value.forEach(discardNulls);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const field = getOwn(value, key) as JsonValue;
      if (field === null) {
        delete value[key];
      } else {
        discardNulls(field);
      }
    }
  }
}

/**
 * Removes directives from a value, in place. Undefined if the value itself has one. Kubernetes: without a counterpart
 * to replace or delete, `$patch` removes its whole object (util/strategicpatch/patch.go removeDirectives, v1.36).
 */
export function withoutDirectives(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) {
    return value.map(withoutDirectives).filter((item) => item !== undefined);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  if (Object.hasOwn(value, PATCH_DIRECTIVE)) {
    return undefined;
  }
  for (const key of Object.keys(value)) {
    replaceField(value, key, withoutDirectives(getOwn(value, key) as JsonValue));
  }
  return value;
}
