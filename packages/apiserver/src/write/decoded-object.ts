import type { JsonObject } from "@kiln/api";
import type { Decoding } from "./write.ts";

/** A decoded object, and its text for errors. */
export interface DecodedObject {
  readonly object: JsonObject;
  readonly decoding: Decoding;
}

/** Decodes a body; a large one in slices, between which other work runs. Every call returns a new tree. */
export type DecodeBody = (bytes: Uint8Array) => DecodedObject | Promise<DecodedObject>;
