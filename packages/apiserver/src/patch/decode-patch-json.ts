import { type DecodedJson, decodeJson, decodeJsonSlices, JsonSyntaxError, statusBadRequest } from "@kiln/api";
import { isLarge } from "../request/large-requests.ts";

/**
 * Decodes the JSON of a patch, a large one in slices. Invalid JSON is a 400, for which each kind of patch has its own
 * message.
 */
export function* decodePatchJson(
  bytes: Uint8Array,
  tell: (fault: string) => string,
): Generator<undefined, DecodedJson, undefined> {
  try {
    return isLarge(bytes) ? yield* decodeJsonSlices(bytes) : decodeJson(bytes);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? statusBadRequest(tell(error.message)) : error;
  }
}
