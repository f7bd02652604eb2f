import { type DecodedJson, decodeJson, JsonSyntaxError, statusBadRequest } from "@kiln/api";

/** The patch as a tree. Invalid JSON is a bad request, for which each kind of patch has its own message. */
export function decodePatchJson(bytes: Uint8Array, tell: (fault: string) => string): DecodedJson {
  try {
    return decodeJson(bytes);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? statusBadRequest(tell(error.message)) : error;
  }
}
