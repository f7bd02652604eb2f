import { type DecodedJson, decodeJson, JsonSyntaxError, statusBadRequest } from "@kiln/api";

/** Decodes the JSON of a patch. Invalid JSON is a 400, for which each kind of patch has its own message. */
export function decodePatchJson(bytes: Uint8Array, tell: (fault: string) => string): DecodedJson {
  try {
    return decodeJson(bytes);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? statusBadRequest(tell(error.message)) : error;
  }
}
