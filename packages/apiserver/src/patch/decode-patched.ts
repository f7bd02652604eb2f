import { deepCopy, invalid, type JsonObject, statusInvalid } from "@kiln/api";
import { inGoOrder } from "@kiln/kinds";
import { toTypedObject } from "../write/decode-body.ts";
import type { DecodedObject } from "../write/decoded-object.ts";
import type { Patch } from "./patch.ts";

/**
 * Result of a patch of a live object, which stays unchanged; `type` is that of a built-in object. Kubernetes: a result that does not decode is invalid, and
 * the error has no name (handlers/patch.go jsonPatcher.applyPatchToCurrentObject, v1.36).
 */
export function decodePatched(
  patch: Patch,
  live: JsonObject,
  type?: { readonly apiVersion: string; readonly kind: string },
): DecodedObject {
  const text = () =>
    type === undefined ? patch.show(deepCopy(live), true) : patch.show(inGoOrder(deepCopy(live), type), false);
  const refuse = (why: string) =>
    statusInvalid({ group: "", kind: "" }, "", [invalid("patch", text(), patch.reword?.(why) ?? why)]);
  const patched = patch.apply(deepCopy(live));
  const object = toTypedObject(patched, refuse);
  const faults = patch.findFaults(patched);
  const sent = patch.sent === undefined ? {} : { sent: patch.sent };
  return {
    object,
    decoding: { duplicates: faults, duplicateErrors: faults, hasSortedKeys: true, text, refuse, ...sent },
  };
}
