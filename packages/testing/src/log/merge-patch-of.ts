import { deepEqual, getOwn, isJsonObject, type JsonObject, setOwn } from "@kiln/api";

/** The JSON merge patch (RFC 7386) that makes `after` of `before`. Lists that differ are replaced as a whole. */
export function mergePatchOf(before: JsonObject, after: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const key of Object.keys(before)) {
    if (getOwn(after, key) === undefined) {
      setOwn(patch, key, null);
    }
  }
  for (const [key, value] of Object.entries(after)) {
    const old = getOwn(before, key);
    if (isJsonObject(old) && isJsonObject(value)) {
      const inner = mergePatchOf(old, value);
      if (Object.keys(inner).length > 0) {
        setOwn(patch, key, inner);
      }
    } else if (old === undefined || !deepEqual(old, value)) {
      setOwn(patch, key, value);
    }
  }
  return patch;
}
