import { deepEqual, type JsonObject, metadataOf, statusFromPlainError, statusGeneric } from "@kiln/api";
import {
  apiVersionOf,
  decodeStoredJson,
  type EncodedObject,
  encodeObject,
  headOf,
  type LiveObject,
  type Resource,
  type SealedObject,
  STALE_STAMP,
  sealObject,
  storeKey,
  toServed,
  toStoredVersion,
} from "@kiln/kinds";
import { maxRequestBytes, type Revision, requestBytes, type TtlOptions } from "@kiln/store";
import { followWrite } from "./follow-write.ts";
import { carryOver, checkStored, isProtected, readStored } from "./protect-stored.ts";
import type { Write } from "./write.ts";

/** A committed object, as JSON and with its resourceVersion. */
export interface Committed {
  readonly encoded: EncodedObject;
  /** Object of {@link encoded}, which does not change any more; absent if it was converted. */
  readonly tree?: JsonObject;
  /** resourceVersion of the object; absent after a dry-run create. */
  readonly version?: string;
  readonly isNew: boolean;
}

/**
 * Commits the object, which must not be used afterwards. Queues the write before the first await, unless a webhook
 * converts the object to the storage version; resolves when the write is durable.
 */
export async function commit(given: Write): Promise<Committed> {
  const { resource, object, live } = given;
  const hasStatus = object.status !== undefined;
  completeObject(given);
  if (live === undefined) {
    checkNew(given);
  }
  const resting = toRest(given, object);
  const { write, stored } = resting instanceof Promise ? await resting : resting;
  if (live !== undefined) {
    return commitUpdate(write, stored, live);
  }
  const isReset = resource.dialect.writing.storesResetStatus && !hasStatus && stored.status !== undefined;
  return commitCreate(write, stored, isReset ? STALE_STAMP : write.resource.storage.stamp());
}

interface Resting {
  readonly write: Write;
  /** Object in the storage version. */
  readonly stored: JsonObject;
}

/** Changes the object: sets defaults of fields that a step has reset, as decoding the stored object would. */
export function completeObject({ resource, object, live }: Write): void {
  if (resource.dialect.writing.setsDefaultsAgain || (live === undefined && resource.subresources.hasStatus)) {
    resource.schema.setDefaults?.(object, { mayHaveNulls: false });
  }
}

/**
 * Converts the object, which must not be used afterwards, to the storage version and checks it against the stored one.
 * Starts again if a conversion webhook was called, because the served resources may have changed.
 */
function toRest(given: Write, object: JsonObject, read?: JsonObject): Resting | Promise<Resting> {
  const write = ofServed(given);
  const { storage } = write.resource;
  const mustCheck = isProtected(write);
  const old = mustCheck && read?.apiVersion !== storage.apiVersion ? readStored(write) : read;
  if (old instanceof Promise) {
    return old.then((stored) => toRest(write, object, stored));
  }
  const pending = toStoredVersion(write.resource, object, mustCheck ? carryOver(write, old) : undefined);
  if (pending instanceof Promise) {
    return pending.then((stored) => toRest(write, stored, old));
  }
  if (mustCheck) {
    checkStored(write, pending, old);
  }
  return { write, stored: pending };
}

/**
 * The write with the resource as served now: reading the body or admission may have taken long. A migration that ended
 * meanwhile relies on nothing being stored in an earlier storage version.
 */
function ofServed(write: Write): Write {
  const { resource, context } = write;
  const { group, version, names, storage, dialect } = resource;
  if (!dialect.writing.isRedefinable) {
    return write;
  }
  const served = context.services.registry.find(group, version, names.plural);
  if (served === undefined) {
    throw statusGeneric(404);
  }
  return served.storage.apiVersion === storage.apiVersion ? write : { ...write, resource: served };
}

function checkNew({ object, operation, options }: Write): void {
  const given = metadataOf(object).resourceVersion;
  // Kubernetes: an invalid resourceVersion in a create is dropped, and an update that creates does not check it
  // (storage/etcd3/store.go Create, v1.36).
  const isVersion = given !== undefined && operation === "create" && /^0*[1-9][0-9]*$/.test(String(given));
  if (isVersion && !options.isDryRun) {
    throw statusFromPlainError("resourceVersion should not be set on objects to be created");
  }
}

async function commitCreate(write: Write, stored: JsonObject, stamp: string): Promise<Committed> {
  const { resource, options } = write;
  const { services } = write.context;
  if (options.isDryRun) {
    const given = metadataOf(stored).resourceVersion;
    const encoded = await answerOf(resource, stored, encodeObject(stored));
    const tree = treeOf(resource, stored);
    // Kubernetes: only the store rejects or replaces a given resourceVersion, and a dry run does not reach it
    // (registry/generic/registry/dryrun.go Create, v1.36).
    return { encoded, ...tree, isNew: true, ...(typeof given === "string" ? { version: given } : {}) };
  }
  const key = keyOf(write, stored);
  const sealed = seal(write, { key, stored, stamp });
  const { value } = sealed;
  const created = followWrite(services.kinds, resource, {
    key,
    value,
    object: stored,
    committed: services.store.create(key, value, ttlOf(resource)),
  });
  return answerWhen(created, { resource, stored, sealed, isNew: true });
}

async function commitUpdate(write: Write, stored: JsonObject, live: LiveObject): Promise<Committed> {
  const { context, resource, options } = write;
  const { store } = context.services;
  const key = keyOf(write, stored);
  const expected = { revision: live.revision };
  const isGone = isLastFinalizerGone(resource, stored, live.object);
  if (options.isDryRun || isGone || isUnchanged(resource, stored, live)) {
    const gone = isGone && !options.isDryRun ? store.delete(key, expected) : undefined;
    const encoded = encodeObject(stored);
    await gone;
    const tree = treeOf(resource, stored);
    return {
      encoded: await answerOf(resource, stored, encoded),
      ...tree,
      version: String(live.revision),
      isNew: false,
    };
  }
  const sealed = seal(write, { key, stored, stamp: resource.storage.stamp() });
  const { value } = sealed;
  const committed = store.replace(key, value, { ...expected, ...ttlOf(resource) });
  const replaced = followWrite(context.services.kinds, resource, { key, value, object: stored, committed });
  return answerWhen(replaced, { resource, stored, sealed, isNew: false });
}

interface Sealing {
  readonly key: string;
  readonly stored: JsonObject;
  readonly stamp: string;
}

/**
 * Encodes the object. Kubernetes: managed fields are removed if the object is too large for the store otherwise, unless
 * it was applied (handlers/rest.go isTooLargeError, v1.36).
 */
function seal({ resource, isApply }: Write, { key, stored, stamp }: Sealing): SealedObject {
  const sealed = sealObject(stored, headOf(resource, stored), stamp);
  const metadata = metadataOf(stored);
  if (requestBytes(key, sealed.value) <= maxRequestBytes || isApply || metadata.managedFields === undefined) {
    return sealed;
  }
  delete metadata.managedFields;
  return sealObject(stored, headOf(resource, stored), stamp);
}

function ttlOf({ storage: { ttlSeconds } }: Resource): TtlOptions {
  return ttlSeconds === undefined ? {} : { ttlSeconds };
}

interface Stored {
  readonly resource: Resource;
  readonly stored: JsonObject;
  readonly sealed: EncodedObject;
  readonly isNew: boolean;
}

/** Encodes the response while the store commits. */
async function answerWhen(
  committed: Promise<Revision>,
  { resource, stored, sealed, isNew }: Stored,
): Promise<Committed> {
  if (resource.storage.convertRemotely === undefined) {
    const tree = treeOf(resource, stored);
    const encoded = answerOf(resource, stored, sealed) as EncodedObject;
    return { encoded, ...tree, version: String(await committed), isNew };
  }
  // A conversion webhook is called only after the commit, because the commit may fail.
  const version = String(await committed);
  return { encoded: await answerOf(resource, stored, sealed), version, isNew };
}

function keyOf({ resource, namespace }: Write, stored: JsonObject): string {
  return storeKey(resource, namespace, String(metadataOf(stored).name));
}

/**
 * Object of the response: the stored object, converted if the client uses another version. The stored object must not
 * be used afterwards.
 */
function answerOf(
  resource: Resource,
  stored: JsonObject,
  encoded: EncodedObject,
): EncodedObject | Promise<EncodedObject> {
  if (stored.apiVersion === apiVersionOf(resource)) {
    return encoded;
  }
  const served = toServed(resource, stored);
  return served instanceof Promise ? served.then(encodeObject) : encodeObject(served);
}

/** The stored object, for responses that are encoded from it, unless the client uses another version. */
function treeOf(resource: Resource, stored: JsonObject): Pick<Committed, "tree"> {
  return stored.apiVersion === apiVersionOf(resource) ? { tree: stored } : {};
}

/**
 * Whether the write would store the same bytes. Kubernetes: that is no write: same resourceVersion, no event
 * (storage/etcd3/store.go GuaranteedUpdate, v1.36). A live object decoded from the current stamp is compared as a tree;
 * any other may differ from the stored bytes.
 */
function isUnchanged(resource: Resource, stored: JsonObject, live: LiveObject): boolean {
  if (live.stored.stamp === STALE_STAMP) {
    return false;
  }
  const isAsStored = live.stored.stamp === resource.storage.stamp() && live.object.apiVersion === stored.apiVersion;
  if (isAsStored) {
    return deepEqual(stored, live.object);
  }
  const { resourceVersion: _, ...metadata } = metadataOf(stored);
  return deepEqual({ ...stored, metadata }, decodeStoredJson(live.stored.body));
}

/** Whether the write removes the last finalizer of an object that is being deleted. */
function isLastFinalizerGone(resource: Resource, object: JsonObject, old: JsonObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadataOf(old);
  const { finalizers } = metadataOf(object);
  return (
    deletionTimestamp !== undefined &&
    Number(deletionGracePeriodSeconds ?? 0) === 0 &&
    !(Array.isArray(finalizers) && finalizers.length > 0) &&
    resource.strategy.deletion?.isHeld?.(object) !== true
  );
}
