import { describeWriteOptions, runMutating, type Verdict } from "@kiln/admission";
import {
  asText,
  deepCopy,
  deepEqual,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type ManagedFieldsEntry,
  metadataOf,
  StatusError,
  statusBadRequest,
  statusConflict,
  statusFromPlainError,
  statusInternalError,
  statusInvalid,
  statusNotFound,
} from "@kiln/api";
import { fromScaleEntries, setManagedFields, toScaleEntries } from "@kiln/apply";
import {
  apiVersionOf,
  decodeStoredJson,
  groupResourceOf,
  type LiveObject,
  type Resource,
  readLiveObject,
  replicasPathOf,
  SCALE_KIND,
  type ScalePaths,
  scaleFields,
  scaleOf,
  setReplicas,
  viewScale,
} from "@kiln/kinds";
import { readBodyBytes } from "../http/read-body.ts";
import { negotiate } from "../output/negotiate.ts";
import type { Output } from "../output/output.ts";
import { applyConfig } from "../patch/apply-config.ts";
import { decodePatched } from "../patch/decode-patched.ts";
import { patchMediaType } from "../patch/open-patch.ts";
import { APPLY_MEDIA_TYPE, type SentConfig } from "../patch/read-config.ts";
import { receivePatch } from "../patch/receive-patch.ts";
import type { Context } from "../request/context.ts";
import { startReinvocation } from "../write/attributes-of.ts";
import { checkIdentity } from "../write/check-identity.ts";
import { checkKind } from "../write/check-kind.ts";
import { openDecoder } from "../write/decode-body.ts";
import type { DecodeBody, DecodedObject } from "../write/decoded-object.ts";
import { timeOf } from "../write/field-owner.ts";
import { parseWriteOptions } from "../write/options.ts";
import { pruneObject } from "../write/prune-object.ts";
import { createWrite, type Write } from "../write/write.ts";
import { writeOver } from "../write/write-over.ts";
import { asDecoded, receiveConfig } from "./apply.ts";
import { findEntry } from "./get.ts";
import type { Verb } from "./verb.ts";

export const getScale: Verb = async (context, resource) => {
  const output = negotiate(context, scaleOf(resource));
  const { object } = readLiveObject(resource, await findEntry(context, resource));
  const paths = pathsOf(resource);
  const { scale, hasReplicas } = viewScale(paths, object);
  if (!hasReplicas) {
    throw statusInternalError(`the spec replicas field "${paths.specReplicasPath}" does not exist`);
  }
  return output.respondObject(200, scale);
};

export const updateScale: Verb = async (context, resource) => {
  const asScale = scaleOf(resource);
  const output = scaleOutput(negotiate(context, asScale), pathsOf(resource));
  const bytes = await readBodyBytes(context);
  const options = parseWriteOptions(context.info.query, "UpdateOptions");
  const decode = await openDecoder(context, asScale);
  return writeOver(context, {
    resource,
    output,
    options,
    operation: "update",
    mayCreate: false,
    build: async (live) => {
      const { object, decoding } = resource.dialect.writing.checksScalePaths
        ? await decodeScale(() => decode(bytes))
        : await decode(bytes);
      const given = { context, resource: asScale, operation: "update", options, object, decoding } as const;
      return scaleLive(live, { ...given, parent: resource });
    },
  });
};

export const patchScale: Verb = async (context, resource) => {
  const asScale = scaleOf(resource);
  if (patchMediaType(context.request.headers) === APPLY_MEDIA_TYPE) {
    return applyScale(context, resource);
  }
  const { output, options, withPatch } = await receivePatch(context, resource, asScale);
  const paths = pathsOf(resource);
  return writeOver(context, {
    resource,
    output: scaleOutput(output, paths),
    options,
    operation: "patch",
    mayCreate: false,
    build: (live) => {
      const { scale, hasReplicas } = viewScale(paths, live?.object ?? {});
      // Kubernetes: distinguishes an object without replicas from a patch that sets none
      // (apps/deployment/storage/storage.go ScaleREST.Update, v1.36).
      const before = hasReplicas ? scale : { ...scale, spec: { replicas: UNSET_REPLICAS } };
      setManagedFields(before, toScaleEntries(metadataOf(live?.object ?? {}).managedFields, replicasPathOf(resource)));
      return withPatch((patch) => {
        const { object, decoding } = decodePatched(patch, before, { apiVersion: "autoscaling/v1", kind: "Scale" });
        const given = { context, resource: asScale, operation: "patch", options, object, decoding } as const;
        return scaleLive(live, { ...given, parent: resource });
      });
    },
  });
};

/** Applies a configuration to the Scale alone; its new field owners are then copied to the object's replicas. */
const applyScale: Verb = async (context, resource) => {
  const asScale = scaleOf(resource);
  const { output, options, config } = await receiveConfig(context, asScale);
  const paths = pathsOf(resource);
  const replicasPath = replicasPathOf(resource);
  const { fieldValidation, fieldManager: manager, isForced: force } = options;
  const how = { kind: scaleFields, manager, force, now: timeOf({ context }), subresource: "scale" };
  return writeOver(context, {
    resource,
    output: scaleOutput(output, paths),
    options,
    operation: "patch",
    mayCreate: false,
    isApply: true,
    build: (live) => {
      const { scale, hasReplicas } = viewScale(paths, live?.object ?? {});
      const before = hasReplicas ? scale : { ...scale, spec: { replicas: UNSET_REPLICAS } };
      const entries = metadataOf(live?.object ?? {}).managedFields;
      const owned = toScaleEntries(entries, replicasPath);
      setManagedFields(before, owned);
      refuseUnowned(owned, { context, resource });
      const object = applyConfig(before, { context, resource: asScale, config, fieldValidation, how });
      const scaleEntries = metadataOf(object).managedFields;
      refuseScaled(before, object, { context, resource, config });
      const { decoding } = asDecoded(object, config.object, context.services.semantics);
      const given = { context, resource: asScale, operation: "patch", options, object, decoding } as const;
      const apiVersion = apiVersionOf(resource);
      return scaleLive(live, {
        ...given,
        parent: resource,
        managedFields: () => fromScaleEntries({ entries, scaleEntries, replicasPath, apiVersion }),
      });
    },
  });
};

/**
 * Kubernetes: the first apply gives existing fields to before-first-apply, which fails for the same reason
 * (skipnonapplied.go Apply, v1.36).
 */
function refuseUnowned(
  owned: readonly ManagedFieldsEntry[],
  { context, resource }: { readonly context: Context; readonly resource: Resource },
): void {
  const fault = resource.dialect.writing.unknownVersion("autoscaling/v1");
  if (context.services.semantics === "upstream" && fault !== undefined && owned.length === 0) {
    throw statusFromPlainError(
      "failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) to " +
        `proper version: ${fault}`,
    );
  }
}

/**
 * Kubernetes: takes the Scale that applying made for a custom resource, which has no such version
 * (customresource/etcd.go scaleUpdatedObjectInfo.UpdatedObject, v1.36).
 */
function refuseScaled(
  before: JsonObject,
  after: JsonObject,
  {
    context,
    resource,
    config,
  }: { readonly context: Context; readonly resource: Resource; readonly config: SentConfig },
): void {
  const fault = resource.dialect.writing.unknownVersion("autoscaling/v1");
  if (
    context.services.semantics === "upstream" &&
    fault !== undefined &&
    !deepEqual(before.spec ?? null, after.spec ?? null)
  ) {
    const { namespace = "", name = "" } = metadataOf(config.object);
    throw statusFromPlainError(
      `failed to convert new object (${String(namespace)}/${String(name)}; autoscaling/v1, Kind=Scale) to proper version: ` +
        fault,
    );
  }
}

/**
 * Kubernetes: the smallest int32 means no replicas (registry/customresource/etcd.go
 * scaleUpdatedObjectInfo.UpdatedObject, v1.36).
 */
const UNSET_REPLICAS = -(2 ** 31);
const MAX_REPLICAS = 2 ** 31 - 1;

type Scaling = Pick<Write, "context" | "resource" | "operation" | "options" | "object" | "decoding"> & {
  readonly parent: Resource;
  /** Field owners of the object after applying the Scale. */
  readonly managedFields?: () => ManagedFieldsEntry[];
};

/** Validates and admits the Scale as an object of its own, then sets its replicas in a copy of the live object. */
function scaleLive(
  live: LiveObject | undefined,
  { parent, managedFields, ...scaling }: Scaling,
): DecodedObject | Promise<DecodedObject> {
  const { context } = scaling;
  const { namespace, name, subresource } = context.info;
  const write = createWrite({ ...scaling, live: undefined, mayCreate: false, namespace, subresource });
  checkKind(write);
  pruneObject(write);
  const replicas = replicasOf(write);
  checkIdentity(write);
  if (live === undefined) {
    throw statusNotFound(groupResourceOf(parent), name);
  }
  if (replicas === UNSET_REPLICAS) {
    const { specReplicasPath } = pathsOf(parent);
    throw statusBadRequest(`the spec replicas field "${specReplicasPath}" cannot be empty`);
  }
  const before = viewScale(pathsOf(parent), live.object).scale;
  const finish = (): DecodedObject => {
    checkReplicas(write, parent);
    checkUid(write, parent, live);
    const decoded = putScale(live, parent, write);
    if (managedFields !== undefined) {
      setManagedFields(decoded.object, managedFields());
    }
    return decoded;
  };
  const pending = mutateScale(write, parent, before);
  return pending === undefined ? finish() : pending.then(finish);
}

/**
 * Kubernetes: an invalid size of a built-in kind is an error of the Scale; custom resources have their schema
 * (autoscaling/validation/validation.go ValidateScale, v1.36).
 */
function checkReplicas(write: Write, parent: Resource): void {
  const replicas = replicasOf(write);
  if (parent.dialect.writing.hasOwnRules && replicas < 0) {
    const path = fieldPath("spec", "replicas");
    const error = invalid(path, replicas, "must be greater than or equal to 0");
    throw statusInvalid(SCALE_KIND, write.context.info.name, [error]);
  }
}

/**
 * Kubernetes: the uid of a patched Scale is a precondition for built-in kinds; that of a custom resource is ignored
 * (apps/deployment/storage/storage.go scaleUpdatedObjectInfo.UpdatedObject, v1.36).
 */
function checkUid({ object: scale, operation, context }: Write, parent: Resource, live: LiveObject): void {
  const given = asText(metadataOf(scale).uid);
  const uid = asText(metadataOf(live.object).uid);
  if (operation === "patch" && parent.dialect.writing.hasOwnRules && given !== "" && given !== uid) {
    const { group, resource } = groupResourceOf(parent);
    const why = `Precondition failed: UID in precondition: ${given}, UID in object meta: ${uid}`;
    throw statusConflict({ group, resource: `${resource}/scale` }, context.info.name, why);
  }
}

/** Runs mutating admission on the Scale. */
function mutateScale(write: Write, parent: Resource, before: JsonObject): Verdict {
  const { context, object, options } = write;
  const { services, info } = context;
  const target = {
    services: services.admission,
    operation: "UPDATE",
    resource: parent,
    subresource: info.subresource,
  } as const;
  return runMutating(services.plugins, target, () => ({
    ...target,
    requester: context,
    reinvocation: startReinvocation(),
    kind: SCALE_KIND,
    form: write.resource,
    name: info.name,
    namespace: info.namespace,
    object,
    oldObject: before,
    options: describeWriteOptions("UpdateOptions", info.query),
    isDryRun: options.isDryRun,
  }));
}

function putScale(live: LiveObject, parent: Resource, write: Write): DecodedObject {
  const { object: scale, decoding, operation } = write;
  const object = deepCopy(live.object);
  setReplicas(object, pathsOf(parent).specReplicasPath, replicasOf(write));
  takePreconditions(metadataOf(scale), metadataOf(object), operation);
  return { object, decoding: { ...decoding, duplicates: [], duplicateErrors: [] } };
}

function replicasOf({ object: scale, decoding }: Write): number {
  const replicas = isJsonObject(scale.spec) ? (scale.spec.replicas ?? 0) : 0;
  if (typeof replicas !== "number" || replicas < UNSET_REPLICAS || replicas > MAX_REPLICAS) {
    throw decoding.refuse(
      `json: cannot unmarshal number ${String(replicas)} into Go struct field ScaleSpec.spec.replicas of type int32`,
    );
  }
  return replicas;
}

/**
 * Takes resourceVersion and uid of the Scale as preconditions of the object. Kubernetes: an update of a Scale may omit
 * the resourceVersion, and the uid of a patch is not passed on (apps/deployment/storage/storage.go
 * scaleUpdatedObjectInfo.UpdatedObject, v1.36).
 */
function takePreconditions(given: JsonObject, metadata: JsonObject, operation: Write["operation"]): void {
  if ((given.resourceVersion ?? "") !== "") {
    metadata.resourceVersion = given.resourceVersion as string;
  }
  if (operation === "update" && (given.uid ?? "") !== "") {
    metadata.uid = given.uid as string;
  }
}

/**
 * Kubernetes: fails to convert its own error when the Scale of a custom resource does not decode, and reports that
 * instead of the cause (apiserver/customresource_handler.go getOrCreateServingInfoFor, v1.36).
 */
async function decodeScale(decode: () => ReturnType<DecodeBody>): Promise<DecodedObject> {
  const refuse = (): StatusError =>
    statusBadRequest(
      'no kind is registered for the type v1.Scale in scheme "k8s.io/apiextensions-apiserver/pkg/apiserver/' +
        'customresource_handler.go:781"',
    );
  try {
    const { object, decoding } = await decode();
    return { object, decoding: { ...decoding, refuse } };
  } catch (error) {
    throw error instanceof StatusError ? refuse() : error;
  }
}

function pathsOf({ subresources: { scale } }: Resource): ScalePaths {
  if (scale === undefined) {
    throw new Error("the resource has no scale");
  }
  return scale;
}

/** Output that converts the written object to its Scale. */
function scaleOutput(output: Output, paths: ScalePaths): Output {
  return {
    ...output,
    respondObject: (code, object) => {
      const tree = object instanceof Uint8Array ? decodeStoredJson(object) : object;
      return output.respondObject(code, viewScale(paths, tree).scale);
    },
  };
}
