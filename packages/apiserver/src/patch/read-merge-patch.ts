import {
  describeGoValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printGoJson,
  statusBadRequest,
} from "@kiln/api";
import { decodePatchJson } from "./decode-patch-json.ts";
import { mergePatch, withoutNulls } from "./merge-patch.ts";
import type { PatchSlices, ReadPatchOptions } from "./patch.ts";
import { showMerged } from "./show-patched.ts";

const NOT_A_PATCH = "Invalid JSON Patch";

/**
 * Kubernetes: an unvalidated patch may be a list, which replaces the object and does not decode (handlers/patch.go
 * jsonPatcher.applyJSPatch, v1.36).
 */
export function* readMergePatch(bytes: Uint8Array, { isChecked }: ReadPatchOptions): PatchSlices {
  const { value, duplicates } = yield* decodePatchJson(bytes, (fault) =>
    isChecked ? `error decoding patch: ${fault}` : NOT_A_PATCH,
  );
  if (isChecked && value !== null && !isJsonObject(value)) {
    const into = "Go value of type map[string]interface {}";
    throw statusBadRequest(`error decoding patch: json: cannot unmarshal ${describeGoValue(value)} into ${into}`);
  }
  if (typeof value !== "object" || value === null) {
    throw statusBadRequest(NOT_A_PATCH);
  }
  const apply = (object: JsonObject): JsonValue => {
    if (Array.isArray(value)) {
      return withoutNulls(value);
    }
    mergePatch(object, value);
    return object;
  };
  const faults = duplicates.map((path) => `duplicate field "${path}"`);
  return {
    findFaults: () => faults,
    ...(isJsonObject(value) ? { sent: value } : {}),
    apply,
    show: (object, isSorted) =>
      isSorted || Array.isArray(value) ? printGoJson(apply(object)) : showMerged(object, value),
  };
}
