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

/** Kept on the CRD until every object of the kind is deleted. */
export const CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

/** Changes a CRD at its first delete: its custom resources are deleted before it. */
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

/** Changes the CRD: sets the condition that its custom resources are being deleted. */
export function startCleanUp(object: JsonObject, services: Pick<DefinitionServices, "clock">): void {
  setTerminating(object, services, {
    status: "True",
    reason: "InstanceDeletionInProgress",
    message: "CustomResource deletion is in progress",
  });
}

/**
 * Deletes the remaining custom resources, and the CRD once there are none. Those with finalizers stay until the
 * finalizers are removed; the caller runs it again for each deleted custom resource, and later if it throws.
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

/** Undefined if nothing was ever stored, because the CRD was never established. */
function storageResource({ definition, entry }: FoundDefinition, services: DefinitionServices): Resource | undefined {
  const lifetime = createLifetime(entry.key, entry.revision);
  return toStorageResource(definition, { services: services.compile, value: entry.value, lifetime });
}

/** The store prefix of a CRD's custom resources. */
export function prefixOf({ spec }: Definition): string {
  return `/registry/${spec.group}/${spec.names.plural}/`;
}

/** Removes the finalizer; without others the CRD is deleted. */
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

/** Changes the status. */
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
