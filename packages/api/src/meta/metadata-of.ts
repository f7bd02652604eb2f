import type { JsonObject } from "../value/json-value.ts";

/** Changes the object if it has no metadata, or something else in its place. */
export function metadataOf(object: JsonObject): JsonObject {
  const metadata = object.metadata;
  if (typeof metadata === "object" && metadata !== null && !Array.isArray(metadata)) {
    return metadata;
  }
  const fresh: JsonObject = {};
  object.metadata = fresh;
  return fresh;
}
