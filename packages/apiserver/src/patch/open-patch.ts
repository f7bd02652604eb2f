import type { Resource } from "@kiln/kinds";
import type { RequestHeaders } from "@kiln/wire";
import type { Context } from "../request/context.ts";
import type { PatchSlices, ReadPatchOptions } from "./patch.ts";
import { APPLY_MEDIA_TYPE } from "./read-config.ts";
import { readJsonPatch } from "./read-json-patch.ts";
import { readMergePatch } from "./read-merge-patch.ts";
import { readStrategicPatch } from "./read-strategic-patch.ts";

/** Decodes a patch; throws a Status if it is invalid. */
export type ReadPatch = (bytes: Uint8Array, options: ReadPatchOptions) => PatchSlices;

const READERS: ReadonlyMap<string, ReadPatch> = new Map([
  ["application/json-patch+json", readJsonPatch],
  ["application/merge-patch+json", readMergePatch],
]);

const STRATEGIC = "application/strategic-merge-patch+json";

/**
 * Kubernetes: compares the exact text, so a blank before the semicolon makes it another type (handlers/patch.go
 * PatchResource, v1.36).
 */
export function patchMediaType(headers: RequestHeaders): string {
  return (headers["content-type"] ?? "").split(";")[0] as string;
}

/**
 * Decoder for the Content-Type of the request. Throws 415 for a type that is unknown, or that this resource does not
 * support.
 */
export function openPatch({ request }: Context, { dialect, writing }: Resource): ReadPatch {
  const { patchType } = writing;
  const type = patchMediaType(request.headers);
  if (type === STRATEGIC && patchType !== undefined) {
    return (bytes) => readStrategicPatch(bytes, patchType());
  }
  const reader = READERS.get(type);
  if (reader === undefined) {
    throw dialect.routing.refusePatchType([...READERS.keys(), APPLY_MEDIA_TYPE]);
  }
  return reader;
}
