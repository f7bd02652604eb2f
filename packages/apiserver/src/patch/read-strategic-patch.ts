import {
  deepCopy,
  describeGoValue,
  isJsonObject,
  type JsonObject,
  printGoValue,
  type StatusError,
  statusBadRequest,
  statusFromPlainError,
  statusGeneric,
} from "@kiln/api";
import type { PatchType } from "@kiln/kinds";
import { StrategicPatchError, strategicMergePatch } from "@kiln/kinds";
import { decodePatchJson } from "./decode-patch-json.ts";
import type { PatchSlices } from "./patch.ts";

export function* readStrategicPatch(bytes: Uint8Array, type: PatchType): PatchSlices {
  const { value, duplicates } = yield* decodePatchJson(bytes, (fault) => fault);
  if (value !== null && !isJsonObject(value)) {
    const into = "Go value of type map[string]interface {}";
    throw statusBadRequest(`json: cannot unmarshal ${describeGoValue(value)} into ${into}`);
  }
  const faults = duplicates.map((path) => `duplicate field "${path}"`);
  return {
    findFaults: () => faults,
    sent: value ?? {},
    apply: (object) => {
      const { apiVersion, kind } = object;
      const patched = applyOrRefuse(object, deepCopy(value ?? {}), type);
      keepType(patched, { apiVersion, kind } as JsonObject);
      return patched;
    },
    // Kubernetes: the error prints the remaining patch, not its result (handlers/patch.go applyPatchToObject, v1.36).
    show: (object) => {
      const patch = deepCopy(value ?? {});
      applyOrRefuse(object, patch, type);
      return printGoValue(patch);
    },
    reword,
  };
}

/**
 * Restores apiVersion and kind. Kubernetes: a strategic merge patch cannot change them (handlers/patch.go
 * applyPatchToObject, v1.36).
 */
function keepType(object: JsonObject, before: JsonObject): void {
  for (const key of ["apiVersion", "kind"]) {
    if (typeof (object[key] ?? "") === "string") {
      object[key] = before[key] ?? "";
    }
  }
}

const MISTYPED = /^json: cannot unmarshal (\w+)(?: \S+)? into Go (?:struct field \S+|value) of type (.*)$/;

const GO_KINDS: ReadonlyMap<string, string> = new Map([
  ["number", "int64"],
  ["object", "map"],
  ["array", "slice"],
]);

/**
 * Kubernetes: the result is converted without JSON, by a converter with its own messages
 * (apimachinery/pkg/runtime/converter.go FromUnstructuredWithValidation, v1.36).
 */
export function reword(why: string): string {
  if (why.startsWith("illegal base64")) {
    return `error decoding from json: ${why}`;
  }
  const [, found = "", type = ""] = MISTYPED.exec(why) ?? [];
  const kind = GO_KINDS.get(found) ?? found;
  if (type === "") {
    return why;
  }
  if (type.startsWith("map") || type.startsWith("[]")) {
    return `cannot restore ${type.startsWith("map") ? "map" : "slice"} from ${kind}`;
  }
  if (type.includes(".")) {
    return `cannot restore struct from: ${kind}`;
  }
  return kind === "int64" && type === "string" ? "cannot convert int64 to string" : `unrecognized type: ${type}`;
}

/** Applies the patch to the object, in place; throws a Status if it does not apply. */
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
