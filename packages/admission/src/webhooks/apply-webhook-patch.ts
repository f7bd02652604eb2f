import {
  applyJsonPatch,
  decodeJsonSlices,
  deepCopy,
  deepEqual,
  describeGoValue,
  isJsonObject,
  type JsonObject,
  JsonPatchError,
  JsonSyntaxError,
  type JsonValue,
  quoteGo,
  runResting,
  statusInternalError,
} from "@kiln/api";
import { GO_TYPE_META, NO_KIND, type Resource } from "@kiln/kinds";
import type { AdmissionAnswer } from "@kiln/webhook";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import type { AdmissionView } from "../admission-view.ts";
import type { AdmissionWebhook } from "../registered/admission-webhook.ts";
import { WebhookFailure } from "../registered/webhook-failure.ts";
import { reshape } from "./reshape.ts";

/** Object after a webhook's patch. */
export interface PatchedObject {
  readonly object: JsonObject;
  /** True if the patch changed the object, compared before defaults are set again. */
  readonly isChanged: boolean;
  readonly operations: readonly JsonValue[];
}

type Patching = AdmissionView &
  Pick<AdmissionAttributes, "form"> & {
    /** Lets other work run: a patch may be large although the request is small. */
    readonly rest: () => undefined | Promise<void>;
  };

/**
 * Applies the patch of a webhook's response, and prunes and defaults the result like a client's object. Undefined if
 * there is no patch.
 */
export async function applyWebhookPatch(
  webhook: AdmissionWebhook,
  { patch, patchType }: AdmissionAnswer,
  { resource, object, form = resource, rest }: Patching,
): Promise<PatchedObject | undefined> {
  const operations = patch === undefined ? [] : await readOperations(webhook, patch, rest);
  if (operations.length === 0) {
    return undefined;
  }
  if (object === undefined) {
    throw statusInternalError(
      `admission webhook ${quoteGo(webhook.name)} attempted to modify the object, which is not supported for this operation`,
    );
  }
  if (patchType !== "JSONPatch") {
    throw new WebhookFailure(webhook, `unsupported patch type ${quoteGo(patchType)}`, { code: 400 });
  }
  await rest();
  const patched = patchObject(deepCopy(object), operations, form);
  await rest();
  const isChanged = !deepEqual(patched, object);
  reshape(form, patched);
  await rest();
  return { object: patched, isChanged, operations };
}

async function readOperations(
  webhook: AdmissionWebhook,
  patch: Uint8Array,
  rest: Patching["rest"],
): Promise<readonly JsonValue[]> {
  const refuse = (why: string, cause?: unknown) =>
    new WebhookFailure(webhook, `received undecodable patch in webhook response: ${why}`, { code: 503, cause });
  let value: JsonValue;
  try {
    ({ value } = await runResting(decodeJsonSlices(patch), rest));
  } catch (error) {
    throw error instanceof JsonSyntaxError ? refuse(error.message, error) : error;
  }
  const list = value ?? [];
  if (!Array.isArray(list)) {
    throw refuse(
      `json: cannot unmarshal ${isJsonObject(list) ? "object" : typeof list} into Go value of type jsonpatch.Patch`,
    );
  }
  return list;
}

/** Applies the operations to `object`, in place. */
function patchObject(
  object: JsonObject,
  operations: readonly JsonValue[],
  { dialect }: Pick<Resource, "dialect">,
): JsonObject {
  const { apiVersion = "", kind = "" } = object;
  let patched: JsonValue;
  try {
    patched = applyJsonPatch(object, operations);
  } catch (error) {
    throw error instanceof JsonPatchError ? statusInternalError(error.message, error) : error;
  }
  if (!isJsonObject(patched)) {
    const fault = `json: cannot unmarshal ${describeGoValue(patched)} into Go value of type ${GO_TYPE_META}`;
    throw statusInternalError(NO_KIND + fault);
  }
  // Kubernetes: an object of a built-in kind is decoded into its old type, so that the patch may remove apiVersion and
  // kind (webhook/mutating/dispatcher.go callAttrMutatingHook, v1.36).
  if (dialect.decoding.knowsType) {
    return { ...patched, apiVersion: patched.apiVersion ?? apiVersion, kind: patched.kind ?? kind };
  }
  if (typeof patched.kind !== "string" || patched.kind === "") {
    throw statusInternalError(`Object 'Kind' is missing in '${JSON.stringify(patched)?.slice(0, 256) ?? ""}'`);
  }
  return patched;
}
