import {
  deepCopy,
  generateName,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
  printTime,
  setOwn,
  statusGenerateNameConflict,
} from "@kiln/api";
import { type Allocation, groupResourceOf, KEPT_ANNOTATION, statusKeepsMetadata, storeKey } from "@kiln/kinds";
import { dropEmptyMetadata } from "@kiln/schema";
import { dropDeletionFields } from "./drop-deletion-fields.ts";
import type { Step, Write } from "./write.ts";

/** Sets the fields of the object that only the server sets, and resets those that clients of the kind may not set. */
export const prepare: Step = (write) => {
  if (write.live === undefined) {
    prepareCreate(write);
  } else {
    prepareUpdate(write, write.live.object);
  }
  dropEmptyMetadata(metadataOf(write.object));
  return undefined;
};

function prepareCreate(write: Write): void {
  const { context, resource, object } = write;
  const { clock, random } = context.services;
  const metadata = metadataOf(object);
  dropDeletionFields(metadata);
  if ((metadata.name ?? "") === "" && typeof metadata.generateName === "string" && metadata.generateName !== "") {
    metadata.name = findFreeName(write, metadata.generateName);
  }
  // Kubernetes: an object created through its status subresource gets no allocations (core/service/storage/storage.go
  // StatusREST.Update, v1.36).
  if (write.subresource === "") {
    allocate(write);
  }
  metadata.uid = random.uuid();
  metadata.creationTimestamp = printTime(clock.now());
  if (resource.subresources.hasStatus && resource.strategy.status?.keepsNew !== true) {
    resetStatus(object, resource.emptyFields?.().status);
  }
  if (resource.writing.countsGenerations) {
    metadata.generation = 1;
  }
  resource.strategy.prepareCreate?.(object, { services: context.services.kinds, user: context.user });
}

/** Sets the allocations of the object, such as addresses of a Service. */
function allocate(write: Write): void {
  write.resource.strategy.allocation?.allocate?.(write.object, allocationFor(write));
}

export function allocationFor({ context, resource, namespace, object, live, options }: Write): Allocation {
  return {
    services: context.services.kinds,
    key: storeKey(resource, namespace, String(metadataOf(object).name)),
    isDryRun: options.isDryRun,
    ...(live === undefined ? {} : { old: live.object }),
  };
}

/** Resets status of a new object: built-in kinds get an empty one, custom resources none. */
function resetStatus(object: JsonObject, empty: JsonValue | undefined): void {
  if (empty !== undefined) {
    object.status = deepCopy(empty);
  } else if (object.status !== undefined) {
    delete object.status;
  }
}

const MAX_GENERATED_NAMES = 8;

/**
 * Generates a name that no object has. Kubernetes: gives up after eight names (registry/generic/registry/store.go
 * maxNameGenerationCreateAttempts, v1.36). Existing names are found before the object is prepared.
 */
function findFreeName({ context, resource, namespace }: Write, prefix: string): string {
  const { store, random } = context.services;
  let name = "";
  for (let i = 0; i < MAX_GENERATED_NAMES; i++) {
    name = generateName(prefix, random.fraction);
    if (store.peek(storeKey(resource, namespace, name)) === undefined) {
      return name;
    }
  }
  throw statusGenerateNameConflict(groupResourceOf(resource), name, 1);
}

function prepareUpdate(write: Write, old: JsonObject): void {
  const { resource, object, subresource } = write;
  if (subresource === "") {
    allocate(write);
  }
  const metadata = metadataOf(object);
  const before = metadataOf(old);
  copyField(before, metadata, "generation");
  if (subresource === "status") {
    keepAllButStatus(object, old, statusKeepsMetadata(resource) ? ["status"] : ["status", "metadata"]);
    keepManagedFields(object, metadata);
  } else if (resource.subresources.hasStatus && subresource !== "approval") {
    copyField(old, object, "status");
  }
  resource.strategy.prepareUpdate?.(object, old, subresource, write.context.services.kinds);
  keepSystemFields(metadataOf(object), before);
  if (resource.storage.convert !== undefined && resource.dialect.writing.keepsLostFields) {
    keepKeptFields(metadataOf(object), before);
  }
}

/**
 * Keeps the annotation of kept fields if the client removes it: otherwise its write would change fields that its
 * version lacks.
 */
function keepKeptFields(metadata: JsonObject, before: JsonObject): void {
  const kept = isJsonObject(before.annotations) ? getOwn(before.annotations, KEPT_ANNOTATION) : undefined;
  const annotations: JsonObject = isJsonObject(metadata.annotations) ? { ...metadata.annotations } : {};
  if (kept !== getOwn(annotations, KEPT_ANNOTATION)) {
    delete annotations[KEPT_ANNOTATION];
    metadata.annotations = kept === undefined ? annotations : { ...annotations, [KEPT_ANNOTATION]: kept };
  }
}

/** Restores fields of the metadata that no update can remove. Changes of immutable fields are left to validation. */
function keepSystemFields(metadata: JsonObject, before: JsonObject): void {
  if (metadata.selfLink !== undefined) {
    delete metadata.selfLink;
  }
  if ((metadata.uid ?? "") === "") {
    copyField(before, metadata, "uid");
  }
  for (const key of ["creationTimestamp", "deletionTimestamp"]) {
    if (before[key] !== undefined) {
      copyField(before, metadata, key);
    }
  }
  if ((metadata.deletionGracePeriodSeconds ?? null) === null) {
    copyField(before, metadata, "deletionGracePeriodSeconds");
  }
}

/**
 * Restores all fields but those `taken`. Kubernetes: the status endpoint takes only status from the request; most
 * built-in kinds take metadata too (customresource/status_strategy.go PrepareForUpdate, v1.36).
 */
function keepAllButStatus(object: JsonObject, old: JsonObject, taken: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (!taken.includes(key) && !Object.hasOwn(old, key)) {
      delete object[key];
    }
  }
  for (const key of Object.keys(old)) {
    if (!taken.includes(key)) {
      copyField(old, object, key);
    }
  }
}

/** Sets the managedFields of `given`, in a copy of the metadata, which the object shares with the old one. */
function keepManagedFields(object: JsonObject, given: JsonObject): void {
  const metadata = { ...metadataOf(object) };
  copyField(given, metadata, "managedFields");
  object.metadata = metadata;
}

function copyField(from: JsonObject, to: JsonObject, key: string): void {
  const value = getOwn(from, key);
  if (value !== undefined) {
    setOwn(to, key, value);
  } else if (Object.hasOwn(to, key)) {
    delete to[key];
  }
}
