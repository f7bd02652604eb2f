import { statusBadRequest } from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import { readBodyBytes } from "../http/read-body.ts";
import { negotiate } from "../output/negotiate.ts";
import type { Output } from "../output/output.ts";
import type { Context } from "../request/context.ts";
import { isLarge, restIfLarge, runAtOnce, runSlices } from "../request/large-requests.ts";
import { type PatchOptions, parsePatchOptions } from "../write/options.ts";
import { openPatch } from "./open-patch.ts";
import type { Patch } from "./patch.ts";

export interface ReceivedPatch {
  readonly output: Output;
  readonly options: PatchOptions;
  /**
   * Passes the decoded patch to `build`. Decodes it on the first call; a large one in slices, and `build` has a turn of
   * its own. Kubernetes: an invalid patch is reported only if the object exists (handlers/patch.go applyPatch, v1.36).
   */
  readonly withPatch: <Built>(build: (patch: Patch) => Built | Promise<Built>) => Built | Promise<Built>;
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
  const read = () => readPatch(bytes, { isChecked: options.fieldValidation !== "Ignore" });
  let patch: Patch | Promise<Patch> | undefined;
  return {
    output,
    options,
    withPatch: (build) => {
      patch ??= isLarge(bytes) ? runSlices(read()) : runAtOnce(read());
      return patch instanceof Promise ? buildLarge(context, patch, build) : build(patch);
    },
  };
}

async function buildLarge<Built>(
  context: Context,
  reading: Promise<Patch>,
  build: (patch: Patch) => Built | Promise<Built>,
): Promise<Built> {
  const patch = await reading;
  await restIfLarge(context);
  return build(patch);
}
