import { statusBadRequest } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import { readBodyBytes } from "../http/read-body.ts";
import { negotiate } from "../output/negotiate.ts";
import type { Output } from "../output/output.ts";
import type { Context } from "../request/context.ts";
import { type PatchOptions, parsePatchOptions } from "../write/options.ts";
import { openPatch } from "./open-patch.ts";
import type { Patch } from "./patch.ts";

export interface ReceivedPatch {
  readonly output: Output;
  readonly options: PatchOptions;
  /**
   * Decodes the patch on the first call. Kubernetes: an invalid patch is reported only if the object exists
   * (handlers/patch.go applyPatch, v1.36).
   */
  readonly read: () => Patch;
}

/** Checks the request before the object is read. The response is an object of `answered`. */
export async function receivePatch(
  context: Context,
  resource: Resource,
  answered: Resource = resource,
): Promise<ReceivedPatch> {
  const { info } = context;
  const readPatch = openPatch(context, resource);
  if (info.name === "") {
    throw statusBadRequest("name must be provided");
  }
  const output = negotiate(context, answered);
  const bytes = await readBodyBytes(context);
  const options = parsePatchOptions(info.query, { isApply: false });
  let patch: Patch | undefined;
  const read = () => {
    patch ??= readPatch(bytes, { isChecked: options.fieldValidation !== "Ignore" });
    return patch;
  };
  return { output, options, read };
}
