import type { JsonObject, JsonValue } from "@kiln/api";

/** A patch that was read. */
export interface Patch {
  /**
   * Changes the object and returns what becomes of it: not always an object, as a patch may put anything in its place.
   * Shares nothing with the patch. Throws a Status if the patch does not apply.
   */
  apply(object: JsonObject): JsonValue;
  /** Fields given twice and fields that no patch has, in the words of field validation; of a patch that gave `patched`. */
  findFaults(patched: JsonValue): readonly string[];
  /** Changes the object as well. Returns the text that errors print if the result does not decode. */
  show(object: JsonObject): string;
  /** Object that the patch sets, where the patch has the form of the object: a merge patch and a strategic merge patch. */
  readonly sent?: JsonObject;
  /** Says why something does not decode in the words of what decodes the result of such a patch. */
  reword?(why: string): string;
}

export interface ReadPatchOptions {
  /** False if the client ignores unknown fields. */
  readonly isChecked: boolean;
}
