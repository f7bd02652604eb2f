import {
  applyJsonPatch,
  decodeUtf8,
  describeGoValue,
  isJsonObject,
  type JsonObject,
  JsonPatchError,
  type JsonValue,
  printGoJson,
  statusBadRequest,
  statusGeneric,
  statusRequestEntityTooLarge,
} from "@kiln/api";
import { decodePatchJson } from "./decode-patch-json.ts";
import { findPatchFaults } from "./json-patch-faults.ts";
import type { PatchSlices, ReadPatchOptions } from "./patch.ts";
import { showPatched } from "./show-patched.ts";

const MAX_OPERATIONS = 10_000;

/**
 * Kubernetes: a validated patch is decoded twice, first by the strict decoder, which has its own messages
 * (handlers/patch.go jsonPatcher.applyJSPatch, v1.36).
 */
export function* readJsonPatch(bytes: Uint8Array, { isChecked }: ReadPatchOptions): PatchSlices {
  const prefix = isChecked ? "error decoding patch: " : "";
  const { value, duplicates } = yield* decodePatchJson(bytes, (fault) => prefix + fault);
  const fault = isChecked ? findMistyped(value, CHECKED) : findMistyped(value, UNCHECKED);
  if (fault !== undefined) {
    throw statusBadRequest(prefix + fault);
  }
  const operations = (value ?? []) as JsonValue[];
  if (operations.length > MAX_OPERATIONS) {
    const most = `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}`;
    throw statusRequestEntityTooLarge(`${most}, got ${operations.length}`);
  }
  return {
    findFaults: (patched) =>
      isChecked ? findPatchFaults({ operations, duplicates, text: () => decodeUtf8(bytes) }, patched) : [],
    apply: (object) => applyOrRefuse(object, operations),
    show: (object, isSorted) => {
      const patched = applyOrRefuse(object, operations);
      return isSorted ? printGoJson(patched) : showPatched(patched, operations);
    },
  };
}

function applyOrRefuse(object: JsonObject, operations: readonly JsonValue[]): JsonValue {
  try {
    return applyJsonPatch(object, operations);
  } catch (error) {
    if (!(error instanceof JsonPatchError)) {
      throw error;
    }
    // Kubernetes: the reason is not in the response (handlers/patch.go jsonPatcher.applyJSPatch, v1.36).
    throw error.isTooCostly ? statusRequestEntityTooLarge(error.message) : statusGeneric(422);
  }
}

interface GoNames {
  readonly list: string;
  readonly operation: string;
  readonly texts: readonly string[];
}

const CHECKED: GoNames = {
  list: "[]handlers.jsonPatchOp",
  operation: "handlers.jsonPatchOp",
  texts: ["op", "path", "from"],
};
const UNCHECKED: GoNames = { list: "jsonpatch.Patch", operation: "jsonpatch.Operation", texts: [] };

function findMistyped(patch: JsonValue, names: GoNames): string | undefined {
  if (patch === null) {
    return undefined;
  }
  if (!Array.isArray(patch)) {
    return `json: cannot unmarshal ${describeGoValue(patch)} into Go value of type ${names.list}`;
  }
  for (const operation of patch) {
    if (operation !== null && !isJsonObject(operation)) {
      return `json: cannot unmarshal ${describeGoValue(operation)} into Go value of type ${names.operation}`;
    }
    for (const [key, value] of Object.entries(operation ?? {})) {
      if (names.texts.includes(key) && value !== null && typeof value !== "string") {
        const field = `Go struct field jsonPatchOp.${key} of type string`;
        return `json: cannot unmarshal ${describeGoValue(value)} into ${field}`;
      }
    }
  }
  return undefined;
}
