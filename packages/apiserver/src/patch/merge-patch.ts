import { deepCopy, getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from "@kiln/api";

/** RFC 7396. Neither argument is changed; the result shares nothing with them. */
export function mergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) {
    return deepCopy(patch);
  }
  const merged: JsonObject = isJsonObject(target) ? deepCopy(target) : {};
  for (const key of Object.keys(patch)) {
    const value = getOwn(patch, key) as JsonValue;
    if (value === null) {
      delete merged[key];
    } else {
      setOwn(merged, key, mergePatch(getOwn(merged, key) ?? null, value));
    }
  }
  return merged;
}
