import type { JsonObject } from "../value/json-value.ts";

/** Metadata of an object. If it is missing or no object, it is set to an empty object. */
export function metadataOf(object: JsonObject): JsonObject {
  const metadata = object.metadata;
  if (typeof metadata === "object" && metadata !== null && !Array.isArray(metadata)) {
    return metadata;
  }
  const fresh: JsonObject = {};
  object.metadata = fresh;
  return fresh;
}
