import { isJsonObject, type JsonObject, printTime } from "@kiln/api";
import {
  asDefinition,
  createLifetime,
  type Definition,
  hasTrueCondition,
  type Resource,
  withCondition,
} from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import { toStorageResource } from "./crd-to-resources.ts";
import type { DefinitionServices } from "./definition-services.ts";
import { emptyKind } from "./empty-kind.ts";
import { readStoredDefinition, writeDefinition } from "./stored-definition.ts";

/** Finalizer of a CRD until all its custom resources are deleted. */
export const CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

/** Prepares the first delete of a CRD: its custom resources are deleted before it. */
export function prepareDefinitionDelete(object: JsonObject, services: Pick<DefinitionServices, "clock">): void {
  const metadata = object.metadata as JsonObject;
  const finalizers = Array.isArray(metadata.finalizers) ? metadata.finalizers : [];
  if (!finalizers.includes(CLEANUP_FINALIZER)) {
    metadata.finalizers = [...finalizers, CLEANUP_FINALIZER];
  }
  setTerminating(object, services, {
    status: "True",
    reason: "InstanceDeletionPending",
    message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
  });
}

/** True while custom resources of the CRD must be deleted. */
export function isCleaningUp({ metadata }: Definition): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.finalizers?.includes(CLEANUP_FINALIZER) === true;
}

/** Sets the condition Terminating: its custom resources are being deleted. */
export function startCleanUp(object: JsonObject, services: Pick<DefinitionServices, "clock">): void {
  setTerminating(object, services, {
    status: "True",
    reason: "InstanceDeletionInProgress",
    message: "CustomResource deletion is in progress",
  });
}

/**
 * Deletes the remaining custom resources, and the CRD once there are none. Custom resources with finalizers stay until
 * these are removed; the caller repeats the call after each deleted custom resource, and later if it throws.
 */
export async function cleanUpDefinition(services: DefinitionServices, key: string): Promise<void> {
  const found = peekDefinition(services, key);
  if (found === undefined || !isCleaningUp(found.definition)) {
    return;
  }
  const resource = storageResource(found, services);
  if (resource === undefined || (await emptyKind(services, resource))) {
    await release(services, key);
  }
}

/** Resource of the storage version; undefined if the CRD was never established, so that nothing is stored. */
function storageResource({ definition, entry }: FoundDefinition, services: DefinitionServices): Resource | undefined {
  const lifetime = createLifetime(entry.key, entry.revision);
  return toStorageResource(definition, { services: services.compile, value: entry.value, lifetime });
}

/** The store prefix of a CRD's custom resources. */
export function prefixOf({ spec }: Definition): string {
  return `/registry/${spec.group}/${spec.names.plural}/`;
}

/** Removes the finalizer, which deletes a CRD without other finalizers. */
async function release(services: DefinitionServices, key: string): Promise<void> {
  const found = peekDefinition(services, key);
  if (found === undefined || !isCleaningUp(found.definition)) {
    return;
  }
  const { entry, object, definition } = found;
  const finalizers = (definition.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
  if (finalizers.length === 0) {
    await services.store.delete(key, { revision: entry.revision });
    return;
  }
  (object.metadata as JsonObject).finalizers = finalizers;
  const wasEstablished = hasTrueCondition(definition, "Established");
  setTerminating(object, services, {
    status: "False",
    reason: wasEstablished ? "InstanceDeletionCompleted" : "NeverEstablished",
    message: wasEstablished ? "removed all instances" : "resource was never established",
  });
  await writeDefinition(services, entry, object);
}

interface FoundDefinition {
  readonly entry: Entry;
  readonly object: JsonObject;
  readonly definition: Definition;
}

function peekDefinition(services: DefinitionServices, key: string): FoundDefinition | undefined {
  const entry = services.store.peek(key);
  const object = entry === undefined ? undefined : readStoredDefinition(services, entry);
  if (entry === undefined || object === undefined) {
    return undefined;
  }
  return { entry, object, definition: asDefinition(object) };
}

type Terminating = { readonly status: "True" | "False"; readonly reason: string; readonly message: string };

/** Sets the condition Terminating in the status. */
function setTerminating(
  object: JsonObject,
  { clock }: Pick<DefinitionServices, "clock">,
  condition: Terminating,
): void {
  const status = isJsonObject(object.status) ? object.status : {};
  const now = printTime(clock.now());
  const changed = withCondition(asDefinition({ ...object, status }).status, { type: "Terminating", ...condition }, now);
  object.status = changed as unknown as JsonObject;
}
