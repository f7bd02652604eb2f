import type { JsonObject, JsonValue } from "@kiln/api";

/** A decoded patch. */
export interface Patch {
  /**
   * Applies the patch to `object`, which it may change, and returns the result: any value, because a patch may replace
   * the object. The result shares nothing with the patch. Throws a Status if the patch does not apply.
   */
  apply(object: JsonObject): JsonValue;
  /**
   * Duplicate and unknown fields of the patch itself, as messages of field validation; `patched` is the result of the
   * patch.
   */
  findFaults(patched: JsonValue): readonly string[];
  /**
   * Applies the patch to `object`, in place, and returns the text that errors print if the result does not decode. The
   * keys of a custom resource are sorted (`isSorted`).
   */
  show(object: JsonObject, isSorted: boolean): string;
  /** Object that the patch sets, for a merge patch or strategic merge patch; absent for a JSON patch. */
  readonly sent?: JsonObject;
  /** Rewrites a decoding error to the message that Kubernetes has for this kind of patch. */
  reword?(why: string): string;
}

/** Decoding of a patch, in slices if it is large. */
export type PatchSlices = Generator<undefined, Patch, undefined>;

export interface ReadPatchOptions {
  /** False if the client requested fieldValidation=Ignore. */
  readonly isChecked: boolean;
}
