import { deepCopy, type JsonObject } from "@kiln/api";
import { mergePatch } from "../patch/merge-patch.ts";
import type { TestAnswer, TestServer } from "./start-test-server.ts";

/** A valid object and the path of its collection. */
export interface Sample {
  readonly path: string;
  readonly object: JsonObject;
}

/** Validation errors of creating the sample with a merge patch applied, as a dry run; empty if it is accepted. */
export async function judgeNew({ send }: TestServer, sample: Sample, patch: JsonObject): Promise<string> {
  const object = deepCopy(sample.object);
  mergePatch(object, deepCopy(patch));
  return faultsOf(await send("POST", `${sample.path}?dryRun=All`, { body: object }));
}

/** Validation errors of patching the stored sample, or a subresource of it. */
export async function judgeChange(
  { send }: TestServer,
  sample: Sample,
  { patch, subresource }: { readonly patch: JsonObject; readonly subresource?: string },
): Promise<string> {
  const { name } = sample.object.metadata as JsonObject;
  const part = subresource === undefined ? "" : `/${subresource}`;
  await send("POST", sample.path, { body: deepCopy(sample.object) });
  const headers = { "content-type": "application/merge-patch+json" };
  return faultsOf(await send("PATCH", `${sample.path}/${String(name)}${part}?dryRun=All`, { body: patch, headers }));
}

function faultsOf({ status, json, text }: TestAnswer): string {
  return status < 300 ? "" : String(json?.message ?? text).replace(/^.*? is invalid: /s, "");
}
