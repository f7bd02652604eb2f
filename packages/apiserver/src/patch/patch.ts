import type { JsonObject, JsonValue } from "@kiln/api";

/** A decoded patch. */
export interface Patch {
  /**
   * Changes the object and returns the result: not always an object, as a patch may replace it by any value. Shares
   * nothing with the patch. Throws a Status if the patch does not apply.
   */
  apply(object: JsonObject): JsonValue;
  /**
   * Duplicate fields and fields that no patch has, with the messages of field validation; for a patch with the result
   * `patched`.
   */
  findFaults(patched: JsonValue): readonly string[];
  /** Changes the object as well. Returns the text that errors print if the result does not decode. */
  show(object: JsonObject): string;
  /** Object that the patch sets, if the patch has the form of an object: a merge patch or a strategic merge patch. */
  readonly sent?: JsonObject;
  /** Rewrites a decoding error to the message of Kubernetes' decoder for such patches. */
  reword?(why: string): string;
}

export interface ReadPatchOptions {
  /** False if the client asked to ignore unknown fields. */
  readonly isChecked: boolean;
}
