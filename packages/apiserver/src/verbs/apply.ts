import { type JsonObject, metadataOf, statusBadRequest, statusConflict, statusFromPlainError } from "@kiln/api";
import { groupResourceOf, type Resource } from "@kiln/kinds";
import type { Semantics } from "@kiln/schema";
import { readBodyBytes } from "../http/read-body.ts";
import { negotiate } from "../output/negotiate.ts";
import type { Output } from "../output/output.ts";
import { applyConverting, printObjectKind } from "../patch/apply-config.ts";
import { pruneConfig } from "../patch/prune-config.ts";
import { readConfig, type SentConfig } from "../patch/read-config.ts";
import { reword } from "../patch/read-strategic-patch.ts";
import type { Context } from "../request/context.ts";
import type { DecodedObject } from "../write/decoded-object.ts";
import { fieldsOf, timeOf } from "../write/field-owner.ts";
import { type PatchOptions, parsePatchOptions } from "../write/options.ts";
import { writeOver } from "../write/write-over.ts";
import type { Verb } from "./verb.ts";

export const apply: Verb = async (context, resource) => {
  const { output, options, config: sent } = await receiveConfig(context, resource);
  const { subresource } = context.info;
  const { unions } = resource.schema;
  const { semantics } = context.services;
  const { fieldValidation } = options;
  return writeOver(context, {
    resource,
    output,
    options,
    operation: "patch",
    mayCreate: subresource === "" || (subresource === "status" && resource.strategy.status?.createsObject === true),
    isApply: true,
    build: (live) => {
      const config = pruneConfig(sent, { context, resource, fieldValidation, live: live?.object });
      const how = {
        kind: fieldsOf(resource, subresource, { semantics, inSlices: context.leave !== undefined }),
        manager: options.fieldManager,
        now: timeOf({ context }),
        force: options.isForced,
        subresource,
        unions: unions?.isContradicted(config.object) === true ? undefined : unions,
      };
      const take = (object: JsonObject) => {
        if (live === undefined) {
          refuseUid(context, resource, object);
        }
        return asDecoded(object, config.object, semantics);
      };
      const applied = applyConverting(live?.object, { context, resource, config, fieldValidation, how });
      return applied instanceof Promise ? applied.then(take) : take(applied);
    },
  });
};

export interface ReceivedConfig {
  readonly output: Output;
  readonly options: PatchOptions;
  readonly config: SentConfig;
}

/** Checks and decodes an apply request before the object is read. The response is an object of `answered`. */
export async function receiveConfig(context: Context, answered: Resource): Promise<ReceivedConfig> {
  const { info } = context;
  if (info.name === "") {
    throw statusBadRequest("name must be provided");
  }
  const output = negotiate(context, answered);
  const bytes = await readBodyBytes(context);
  const options = parsePatchOptions(info.query, { isApply: true });
  return { output, options, config: await readConfig(bytes) };
}

function refuseUid({ info }: Context, resource: Resource, object: JsonObject): void {
  const { uid = "" } = metadataOf(object);
  if (uid !== "") {
    const why = `uid mismatch: the provided object specified uid ${String(uid)}, and no existing object was found`;
    throw statusConflict(groupResourceOf(resource), info.name, why);
  }
}

/**
 * Kubernetes: an object of a built-in kind must decode into its Go type, where bytes are base64
 * (managedfields/internal/structuredmerge.go structuredMergeManager.Apply, v1.36).
 */
export function asDecoded(object: JsonObject, config: JsonObject, semantics: Semantics): DecodedObject {
  const refuse = (why: string) => {
    const { namespace = "", name = "" } = metadataOf(config);
    const kind = printObjectKind(config);
    const toStatus = semantics === "kep" ? statusBadRequest : statusFromPlainError;
    return toStatus(
      `failed to convert new object (${String(namespace)}/${String(name)}; ${kind}) to proper version: ` +
        `unable to convert unstructured object to ${kind}: ${reword(why)}`,
    );
  };
  return {
    object,
    decoding: { duplicates: [], duplicateErrors: [], hasSortedKeys: true, text: () => "", refuse, sent: config },
  };
}
