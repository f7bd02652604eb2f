import type { Requester } from "@kiln/admission";
import { deepEqual, type JsonObject, metadataOf, printTime, statusConflict, statusNotFound } from "@kiln/api";
import {
  checkReadable,
  type DeleteOptions,
  groupResourceOf,
  type Head,
  type Resource,
  readHead,
  readStoredObject,
  storeKey,
  toStoredValue,
} from "@kiln/kinds";
import { type Entry, isStoreError, type StoreError } from "@kiln/store";
import { convertEntry } from "../convert/convert-entries.ts";
import type { RequestServices } from "../request/request-services.ts";
import { fromStoreError } from "../request/store-errors.ts";
import { storeObject } from "../write/store-object.ts";
import { admitDeletion, type FoundDeletion } from "./admit-deletion.ts";
import { markGraceful } from "./mark-graceful.ts";

/** Deletion of one object, with its options. */
export interface Deletion {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly options: DeleteOptions;
  /** Admission of the deletion; absent: none. */
  readonly admission?: DeletionAdmission;
}

export interface DeletionAdmission {
  readonly requester: Requester;
  /**
   * Kubernetes: the objects of a deletecollection have no name here (registry/generic/registry/store.go
   * DeleteCollection, v1.36).
   */
  readonly name: string;
}

/** Result of a deletion. */
export interface Deleted {
  /** Entry of the object as stored now, or as last stored. */
  readonly entry: Entry;
  readonly uid: string;
  /** False if finalizers or a grace period delay the removal. */
  readonly isGone: boolean;
  /** Whether the response is the object rather than a Status. */
  readonly isShown: boolean;
}

/** Maximum number of attempts: on etcd another replica may write between the read and the compare. */
const MAX_ATTEMPTS = 10;

/**
 * Deletes one object, or marks it as being deleted where finalizers hold it. Unless admission is asynchronous, errors
 * of the request are thrown before this returns, and by then the write is queued.
 */
export function deleteObject(services: RequestServices, deletion: Deletion): Promise<Deleted> {
  const { resource, namespace, name } = deletion;
  const key = storeKey(resource, namespace, name);
  return settle(services, deletion, { key, first: beginAt(services, deletion, key) });
}

function beginAt(services: RequestServices, deletion: Deletion, key: string): Promise<Deleted> {
  try {
    return begin(services, deletion, services.store.peek(key));
  } catch (error) {
    return beginUnread(services, deletion, error);
  }
}

async function beginAgain(services: RequestServices, deletion: Deletion, key: string): Promise<Deleted> {
  let entry: Entry | undefined;
  try {
    entry = await services.store.get(key);
  } catch (error) {
    return beginUnread(services, deletion, error);
  }
  return begin(services, deletion, entry);
}

function beginUnread(services: RequestServices, deletion: Deletion, error: unknown): Promise<Deleted> {
  if (!isStoreError(error, "unreadable")) {
    throw error;
  }
  return removeUnreadable(services, deletion, error);
}

const UNREAD_WARNING =
  "the stored object could not be read: it was removed without its finalizers, admission and dependents being looked at";

/**
 * Removes an unreadable object. Kubernetes: has an option for it that is off by default, and ignores preconditions
 * (registry/corrupt_obj_deleter.go Delete, v1.36). A deletion with a uid, as controllers send it, is refused here,
 * since only the revision is known.
 */
async function removeUnreadable(services: RequestServices, deletion: Deletion, error: StoreError): Promise<Deleted> {
  const { resource, name, namespace, options, admission } = deletion;
  const { key = storeKey(resource, namespace, name), revision = 0 } = error;
  if (options.preconditions.uid !== undefined || revision === 0) {
    throw fromStoreError(error, resource, name);
  }
  checkPreconditions(deletion, "", String(revision));
  admission?.requester.warnings.push(UNREAD_WARNING);
  const removed = { key, value: new Uint8Array(), revision };
  if (!options.isDryRun) {
    await services.store.delete(key, { revision });
  }
  return { entry: removed, uid: "", isGone: true, isShown: false };
}

/**
 * Kubernetes: an object that cannot be converted to the version of the request cannot be deleted in that version
 * (apiserver/conversion/converter.go safeConverterWrapper.Convert, v1.36). Deleting the CRD removes such objects
 * without decoding them.
 */
function begin(services: RequestServices, deletion: Deletion, entry: Entry | undefined): Promise<Deleted> {
  const { resource, name, admission } = deletion;
  if (entry === undefined) {
    throw statusNotFound(groupResourceOf(resource), name);
  }
  if (admission !== undefined) {
    checkReadable(resource, entry);
  }
  return resource.storage.convertRemotely === undefined
    ? start(services, deletion, { entry, shown: entry })
    : convertEntry(resource, entry).then((shown) => start(services, deletion, { entry, shown }));
}

interface Beginning {
  readonly entry: Entry;
  /** Stored object, converted to the version of the request. */
  readonly shown: Entry;
}

interface Attempt {
  readonly key: string;
  readonly first: Promise<Deleted>;
}

async function settle(services: RequestServices, deletion: Deletion, { key, first }: Attempt): Promise<Deleted> {
  let pending = first;
  for (let attempt = 1; ; attempt++) {
    try {
      return await pending;
    } catch (error) {
      if (!isStoreError(error)) {
        throw error;
      }
      if (attempt === MAX_ATTEMPTS || error.code !== "revision-mismatch") {
        throw fromStoreError(error, deletion.resource, deletion.name);
      }
    }
    pending = beginAgain(services, deletion, key);
  }
}

/** Deletes an object in its storage version, the form to write back. Admission gets the requested version. */
function start(services: RequestServices, deletion: Deletion, { entry, shown }: Beginning): Promise<Deleted> {
  const { resource, options } = deletion;
  const rules = resource.strategy.deletion;
  const head = readHead(entry.value);
  if (head !== undefined && isFree(head, deletion)) {
    checkPreconditions(deletion, head.uid, String(entry.revision));
    const removed = { entry, uid: head.uid, hasOtherFinalizers: false };
    return afterAdmission(services, { deletion, entry: shown }, () => remove(services, deletion, removed));
  }
  const object = readStoredObject(resource, entry);
  const metadata = metadataOf(object);
  checkPreconditions(deletion, String(metadata.uid ?? ""), String(entry.revision));
  const isFirst = rules?.prepare !== undefined && metadata.deletionTimestamp === undefined;
  if (!isFirst && rules?.isHeld?.(object) === true) {
    return keep({ entry, object });
  }
  return afterAdmission(services, { deletion, entry: shown }, () => {
    if (!isFirst) {
      return removeOrMark(services, deletion, { entry, object });
    }
    metadata.deletionTimestamp = printTime(services.clock.now());
    rules?.prepare?.(object, services.kinds, options);
    return replace(services, deletion, { entry, object });
  });
}

/**
 * Continues after admission. The store compares the revision read before the wait; after a conflict everything is
 * repeated, admission included.
 */
function afterAdmission(
  services: RequestServices,
  found: FoundDeletion,
  next: () => Promise<Deleted>,
): Promise<Deleted> {
  const pending = admitDeletion(services, found);
  return pending === undefined ? next() : pending.then(next);
}

/** Whether an object can be removed at once, by its cached metadata alone; most can. */
function isFree({ finalizers }: Head, { resource, options }: Deletion): boolean {
  return (
    resource.strategy.deletion === undefined && finalizers === undefined && finalizersFor([], options).length === 0
  );
}

/** Removes the object, or marks it as deleted. */
function removeOrMark(services: RequestServices, deletion: Deletion, { entry, object }: Found): Promise<Deleted> {
  const metadata = metadataOf(object);
  const rules = deletion.resource.strategy.deletion;
  const grace = rules?.gracePeriod && markGraceful(object, rules.gracePeriod, { deletion, services });
  if (grace === "pending") {
    return keep({ entry, object });
  }
  const before = Array.isArray(metadata.finalizers) ? metadata.finalizers.map(String) : [];
  const options = rules?.ignoresDependents === true ? WITHOUT_DEPENDENTS : deletion.options;
  const finalizers = finalizersFor(before, options, rules?.orphansByDefault !== undefined);
  const hasOtherFinalizers = !deepEqual([...before].sort(), [...finalizers].sort());
  if (grace !== undefined) {
    setFinalizers(metadata, finalizers);
    if (grace > 0 || finalizers.length > 0) {
      return replace(services, deletion, { entry, object });
    }
    // Kubernetes: watchers see MODIFIED with a deletionTimestamp before DELETED (registry/generic/registry/store.go
    // Delete, v1.36).
    return replace(services, deletion, { entry, object }).then((marked) =>
      removeMarked(services, deletion, { ...marked, hasOtherFinalizers }),
    );
  }
  if (finalizers.length === 0) {
    return remove(services, deletion, { entry, uid: String(metadata.uid ?? ""), hasOtherFinalizers });
  }
  const isMarked = metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
  if (isMarked && !hasOtherFinalizers) {
    return keep({ entry, object });
  }
  if (hasOtherFinalizers) {
    metadata.finalizers = finalizers;
  }
  markDeleted(metadata, services);
  return replace(services, deletion, { entry, object });
}

/** Sets or removes the finalizers. */
function setFinalizers(metadata: JsonObject, finalizers: string[]): void {
  if (finalizers.length > 0) {
    metadata.finalizers = finalizers;
  } else {
    delete metadata.finalizers;
  }
}

/**
 * Kubernetes: kinds with their own delete have another message for the same error (core/namespace/storage/storage.go
 * Delete, v1.36).
 */
export function checkPreconditions(
  deletion: Pick<Deletion, "options" | "resource" | "name">,
  uid: string,
  version: string,
): void {
  const { uid: wantedUid = uid, resourceVersion: wantedVersion = version } = deletion.options.preconditions;
  const { resource, name } = deletion;
  if (wantedUid === uid && wantedVersion === version) {
    return;
  }
  const [what, wanted, found] =
    wantedUid === uid ? (["ResourceVersion", wantedVersion, version] as const) : (["UID", wantedUid, uid] as const);
  if (resource.strategy.deletion?.prepare !== undefined) {
    const why = `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`;
    throw statusConflict(groupResourceOf(resource), name, why);
  }
  const guess = what === "UID" ? "deleted and then recreated" : "modified";
  // Kubernetes: the group is that of the stored object, which differs for Events (registry/rest/delete.go
  // BeforeDelete, v1.36).
  const group = resource.storage.apiVersion.includes("/") ? resource.group : "";
  throw statusConflict(
    { group, resource: resource.names.kind },
    name,
    `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${found}). ` +
      `The object might have been ${guess}`,
  );
}

const ORPHAN = "orphan";
const FOREGROUND = "foregroundDeletion";

const WITHOUT_DEPENDENTS = { orphansDependents: false } as const;

/** Finalizers of the object after the deletion: those of the garbage collector depend on the options. */
function finalizersFor(
  finalizers: readonly string[],
  { propagation, orphansDependents }: Pick<DeleteOptions, "propagation" | "orphansDependents">,
  orphansByDefault = false,
): string[] {
  const others = finalizers.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (orphansDependents !== undefined) {
    return orphansDependents ? [...others, ORPHAN] : others;
  }
  if (propagation !== undefined) {
    const added = { Orphan: [ORPHAN], Foreground: [FOREGROUND], Background: [] }[propagation];
    return [...others, ...added];
  }
  // Kubernetes: of both garbage collection finalizers, the first in the list is used
  // (registry/generic/registry/store.go shouldOrphanDependents, v1.36).
  const kept = finalizers.find((finalizer) => finalizer === ORPHAN || finalizer === FOREGROUND);
  const usual = kept ?? (orphansByDefault ? ORPHAN : undefined);
  return usual === undefined ? others : [...others, usual];
}

/**
 * Sets deletionTimestamp. Kubernetes: only the first deletion increments the generation (registry/rest/delete.go
 * BeforeDelete, v1.36).
 */
function markDeleted(metadata: JsonObject, { clock }: RequestServices): void {
  if (metadata.deletionTimestamp === undefined) {
    metadata.deletionTimestamp = printTime(clock.now());
    if (Number(metadata.generation ?? 0) > 0) {
      metadata.generation = Number(metadata.generation) + 1;
    }
  }
  metadata.deletionGracePeriodSeconds = 0;
}

interface Found {
  readonly entry: Entry;
  readonly object: JsonObject;
}

async function keep({ entry, object }: Found): Promise<Deleted> {
  return { entry, uid: String(metadataOf(object).uid ?? ""), isGone: false, isShown: true };
}

async function replace(services: RequestServices, { resource, options }: Deletion, found: Found): Promise<Deleted> {
  const { object } = found;
  const entry = options.isDryRun
    ? { ...found.entry, value: toStoredValue(resource, object) }
    : await storeObject(services.kinds, resource, found);
  return keep({ entry, object });
}

interface Removed {
  readonly entry: Entry;
  readonly uid: string;
  /** True if the deletion, by its options, has changed the finalizers first. */
  readonly hasOtherFinalizers: boolean;
}

/**
 * Removes a marked object. A client that watches deletionTimestamp, such as the kubelet, may have removed it already.
 */
async function removeMarked(services: RequestServices, deletion: Deletion, removed: Removed): Promise<Deleted> {
  try {
    return await remove(services, deletion, removed);
  } catch (error) {
    if (isStoreError(error, "key-not-found")) {
      return {
        entry: removed.entry,
        uid: removed.uid,
        isGone: true,
        isShown: deletion.resource.writing.returnsDeleted,
      };
    }
    throw error;
  }
}

async function remove({ store }: RequestServices, { resource, options }: Deletion, removed: Removed): Promise<Deleted> {
  const { entry, uid, hasOtherFinalizers } = removed;
  const isShown = resource.writing.returnsDeleted;
  if (options.isDryRun) {
    // Kubernetes: a dry run ends after the update of finalizers, and returns the object
    // (registry/generic/registry/store.go Delete, v1.36).
    return { entry, uid, isGone: true, isShown: isShown || hasOtherFinalizers };
  }
  const revision = await store.delete(entry.key, { revision: entry.revision });
  return { entry: { ...entry, revision }, uid, isGone: true, isShown };
}
