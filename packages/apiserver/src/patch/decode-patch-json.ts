import { type DecodedJson, decodeJson, JsonSyntaxError, statusBadRequest } from "@kiln/api";

/** The patch as a tree. What is no JSON is a bad request, of which each kind of patch tells in its own way. */
export function decodePatchJson(bytes: Uint8Array, tell: (fault: string) => string): DecodedJson {
  try {
    return decodeJson(bytes);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? statusBadRequest(tell(error.message)) : error;
  }
}
