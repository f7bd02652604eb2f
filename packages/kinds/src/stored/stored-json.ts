import { decodeJson, isJsonObject, type JsonObject } from "@kiln/api";

/** Maximum size of a stored object: a request may have 3 MiB, and defaults add to it. */
const MAX_STORED_BYTES = 64 * 1024 * 1024;

/**
 * Decodes stored JSON to a tree that the caller owns. Throws for a value that is no object, which another program
 * wrote.
 */
export function decodeStoredJson(body: Uint8Array): JsonObject {
  const { value } = decodeJson(body, { maxBytes: MAX_STORED_BYTES });
  if (!isJsonObject(value)) {
    throw new Error("a stored value is not a JSON object");
  }
  return value;
}
