import {
  asText,
  checkPathSegmentName,
  fieldPath,
  isJsonObject,
  type JsonObject,
  metadataOf,
  notSupported,
  objectAt,
  printFieldErrors,
  quoteGo,
  required,
  statusBadRequest,
  statusConflict,
  statusFromPlainError,
  statusNotFound,
  statusSuccess,
} from "@kiln/api";
import {
  type BuiltInSettings,
  groupResourceOf,
  type KindServices,
  questionOf,
  type Resource,
  readStoredObject,
  setPodCondition,
} from "@kiln/kinds";
import { isStoreError } from "@kiln/store";
import { negotiate } from "../output/negotiate.ts";
import { requestedKey } from "../write/requested-key.ts";
import { storeObject } from "../write/store-object.ts";
import { readQuestion } from "./read-question.ts";
import type { Verb } from "./verb.ts";

const BINDING = { group: "", version: "v1", kind: "Binding", type: "core/v1.Binding" };

/** Assigns a Pod to a node, permanently. Schedulers post Bindings to the Pod or to the namespace. */
export function createBindPod(settings: BuiltInSettings): Verb {
  return async (context, resource) => {
    const bindings = questionOf(resource, BINDING, settings);
    const output = negotiate(context, bindings);
    const { object: binding, options } = await readQuestion(context, { resource: bindings, parent: resource });
    const name = asText(metadataOf(binding).name);
    if (context.info.subresource !== "" && name !== context.info.name) {
      throw statusBadRequest("name in URL does not match name in Binding object");
    }
    checkTarget(objectAt(binding, "target"));
    checkName(name);
    const pods = context.services.registry.find("", "v1", "pods") as Resource;
    const { services, info } = context;
    await bindPod(services.kinds, pods, { binding, namespace: info.namespace, name, isDryRun: options.isDryRun });
    return output.respondStatus(201, statusSuccess({ code: 201 }));
  };
}

/**
 * Checks the Pod's name. Kubernetes: it must be valid as the name of a stored object (generic/registry/store.go
 * NamespaceKeyFunc, v1.36).
 */
function checkName(name: string): void {
  if (name === "") {
    throw statusBadRequest("Name parameter required.");
  }
  const faults = checkPathSegmentName(name);
  if (faults.length > 0) {
    throw statusBadRequest(`Name parameter invalid: ${quoteGo(name)}: ${faults.join(";")}`);
  }
}

/**
 * Kubernetes: validation errors are returned unwrapped, which makes them a 500 (core/pod/storage/storage.go
 * BindingREST.Create, v1.36).
 */
function checkTarget({ kind, name }: JsonObject): void {
  const target = fieldPath("target");
  const errors = [
    ...(asText(kind) === "" || kind === "Node"
      ? []
      : [notSupported(target.child("kind"), asText(kind), ["Node", "<empty>"])]),
    ...(asText(name) === "" ? [required(target.child("name"), "")] : []),
  ];
  if (errors.length > 0) {
    throw statusFromPlainError(printFieldErrors(errors));
  }
}

export interface PodBinding {
  readonly binding: JsonObject;
  readonly namespace: string;
  readonly name: string;
  readonly isDryRun: boolean;
}

/**
 * Assigns the Pod to the node of the binding. Throws a Status if the Pod is already assigned, has scheduling gates or
 * is being deleted.
 */
export async function bindPod(
  services: KindServices,
  pods: Resource,
  { binding, namespace, name, isDryRun }: PodBinding,
): Promise<void> {
  const entry = services.store.peek(requestedKey(pods, namespace, name));
  if (entry === undefined) {
    throw statusNotFound(groupResourceOf(pods), name);
  }
  const pod = readStoredObject(pods, entry);
  const object = pod instanceof Promise ? await pod : pod;
  const fault = judge(object, binding, String(entry.revision));
  if (fault !== undefined) {
    throw statusConflict({ group: "", resource: "pods/binding" }, name, fault);
  }
  assign(object, binding, services.clock.now());
  if (isDryRun) {
    return;
  }
  try {
    await storeObject(services, pods, { entry, object });
  } catch (error) {
    throw isStoreError(error, "revision-mismatch")
      ? statusConflict({ group: "", resource: "pods/binding" }, name, "the pod was changed meanwhile; try again")
      : error;
  }
}

function judge(pod: JsonObject, binding: JsonObject, version: string): string | undefined {
  const { name, uid, deletionTimestamp } = metadataOf(pod);
  const wanted = metadataOf(binding);
  const { nodeName, schedulingGates } = objectAt(pod, "spec");
  if (asText(wanted.uid) !== "" && wanted.uid !== uid) {
    return `Precondition failed: UID in precondition: ${asText(wanted.uid)}, UID in object meta: ${asText(uid)}`;
  }
  if (asText(wanted.resourceVersion) !== "" && wanted.resourceVersion !== version) {
    return `Precondition failed: ResourceVersion in precondition: ${asText(wanted.resourceVersion)}, ResourceVersion in object meta: ${version}`;
  }
  if (deletionTimestamp !== undefined) {
    return `pod ${asText(name)} is being deleted, cannot be assigned to a host`;
  }
  if (asText(nodeName) !== "") {
    return `pod ${asText(name)} is already assigned to node ${JSON.stringify(nodeName)}`;
  }
  return Array.isArray(schedulingGates) && schedulingGates.length > 0
    ? `pod ${asText(name)} has non-empty .spec.schedulingGates`
    : undefined;
}

/** Sets the node and the metadata of the binding in the Pod, and its condition PodScheduled. */
function assign(pod: JsonObject, binding: JsonObject, now: Date): void {
  objectAt(pod, "spec").nodeName = asText(objectAt(binding, "target").name);
  const metadata = metadataOf(pod);
  for (const field of ["annotations", "labels"]) {
    const added = metadataOf(binding)[field];
    if (isJsonObject(added)) {
      metadata[field] = { ...objectAt(metadata, field), ...added };
    }
  }
  if (isJsonObject(pod.status)) {
    delete pod.status.nominatedNodeName;
  }
  setPodCondition(pod, { type: "PodScheduled", status: "True" }, now);
}
