import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";

/** Directive for its object: `replace`, `delete` or `merge`. */
export const PATCH_DIRECTIVE = "$patch";

/** Changes the object: it loses a field whose value is undefined. */
export function replaceField(original: JsonObject, key: string, value: JsonValue | undefined): void {
  if (value === undefined) {
    delete original[key];
  } else {
    setOwn(original, key, value);
  }
}

/** Changes the value: removes null fields; list items stay. */
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
 * Changes the value. Undefined for one that has a directive itself. Kubernetes: without a counterpart to replace or
 * delete, `$patch` removes its whole object (util/strategicpatch/patch.go removeDirectives, v1.36).
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
