import type { JsonObject } from "@kiln/api";
import type { Decoding } from "./write.ts";

/** An object as sent, and its text for errors. */
export interface DecodedObject {
  readonly object: JsonObject;
  readonly decoding: Decoding;
}

/** Decodes a new tree at every call. */
export type DecodeBody = (bytes: Uint8Array) => DecodedObject;
