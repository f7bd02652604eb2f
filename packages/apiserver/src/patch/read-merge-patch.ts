import {
  decodeJson,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  printGoJson,
  statusBadRequest,
} from "@kiln/api";
import { describeGoValue } from "../crd/go-type.ts";
import { mergePatch, withoutNulls } from "./merge-patch.ts";
import type { Patch, ReadPatchOptions } from "./patch.ts";

const NOT_A_PATCH = "Invalid JSON Patch";

/** Kubernetes: an unchecked patch may be a list, which then takes the place of the object and does not decode. */
export function readMergePatch(bytes: Uint8Array, { isChecked }: ReadPatchOptions): Patch {
  const { value, duplicates } = decodeOrRefuse(bytes, { isChecked });
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
    apply,
    show: (object) => printGoJson(apply(object)),
  };
}

function decodeOrRefuse(bytes: Uint8Array, { isChecked }: ReadPatchOptions) {
  try {
    return decodeJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) {
      throw error;
    }
    throw statusBadRequest(isChecked ? `error decoding patch: ${error.message}` : NOT_A_PATCH);
  }
}
