import {
  decodeJson,
  deepCopy,
  isJsonObject,
  type JsonObject,
  JsonSyntaxError,
  type StatusError,
  statusBadRequest,
  statusFromPlainError,
  statusGeneric,
} from "@kiln/api";
import { describeGoValue } from "../crd/go-type.ts";
import { printGoValue } from "../print-go-value.ts";
import type { Patch } from "./patch.ts";
import type { PatchType } from "./patch-type.ts";
import { strategicMergePatch } from "./strategic-merge-patch.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

export function readStrategicPatch(bytes: Uint8Array, type: PatchType): Patch {
  const { value, duplicates } = decodeOrRefuse(bytes);
  if (value !== null && !isJsonObject(value)) {
    const into = "Go value of type map[string]interface {}";
    throw statusBadRequest(`json: cannot unmarshal ${describeGoValue(value)} into ${into}`);
  }
  return {
    faults: duplicates.map((path) => `duplicate field "${path}"`),
    apply: (object) => applyOrRefuse(object, deepCopy(value ?? {}), type),
    // Kubernetes: shows the patch as far as it was not used up, and not what it gives.
    show: (object) => {
      const patch = deepCopy(value ?? {});
      applyOrRefuse(object, patch, type);
      return printGoValue(patch);
    },
  };
}

function decodeOrRefuse(bytes: Uint8Array) {
  try {
    return decodeJson(bytes);
  } catch (error) {
    throw error instanceof JsonSyntaxError ? statusBadRequest(error.message) : error;
  }
}

/** Changes both. */
function applyOrRefuse(object: JsonObject, patch: JsonObject, type: PatchType): JsonObject {
  try {
    return strategicMergePatch(object, patch, type);
  } catch (error) {
    throw error instanceof StrategicPatchError ? toStatus(error) : error;
  }
}

function toStatus({ code, message }: StrategicPatchError): StatusError {
  switch (code) {
    case "malformed":
      return statusBadRequest(message);
    case "unsupported":
      return statusGeneric(422);
    default:
      return statusFromPlainError(message);
  }
}
