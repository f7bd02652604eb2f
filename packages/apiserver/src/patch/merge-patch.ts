import { deepCopy, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";

/** Applies a merge patch (RFC 7396) to `target`, in place. `target` shares nothing with the patch afterwards. */
export function mergePatch(target: JsonObject, patch: Readonly<JsonObject>): void {
  for (const key of Object.keys(patch)) {
    const value = getOwn(patch, key) as JsonValue;
    const current = getOwn(target, key);
    if (value === null) {
      delete target[key];
    } else if (!isJsonObject(current)) {
      setOwn(target, key, withoutNulls(value));
    } else if (isJsonObject(value)) {
      mergePatch(current, value);
    } else {
      setOwn(target, key, deepCopy(value));
    }
  }
}

/**
 * Copy of a value without null fields. Kubernetes: removes nulls also from objects inside lists, but not from the lists
 * themselves (json-patch.v4/merge.go pruneAryNulls, v1.36).
 */
export function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(withoutNulls);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const kept: JsonObject = {};
  for (const key of Object.keys(value)) {
    const field = getOwn(value, key) as JsonValue;
    if (field !== null) {
      setOwn(kept, key, withoutNulls(field));
    }
  }
  return kept;
}
