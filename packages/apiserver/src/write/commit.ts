import { deepEqual, type JsonObject, statusFromPlainError } from "@kiln/api";
import type { LiveObject } from "../read-object.ts";
import { apiVersionOf, type Resource, storeKey } from "../resources/resource.ts";
import { decodeStoredJson } from "../stored-json.ts";
import { closeStoredValue, type EncodedObject, encodeObject } from "../stored-value.ts";
import { headOf } from "./head-of.ts";
import { metadataOf, type Write } from "./write.ts";

/** The object as answered: its JSON, and the resourceVersion to serve it with. */
export interface Committed {
  readonly encoded: EncodedObject;
  /** Absent after a dry create. */
  readonly version?: string;
  readonly isNew: boolean;
}

/** Changes the object. Queues the write before the first await; the answer comes when it is durable. */
export function commit(write: Write): Promise<Committed> {
  return write.live === undefined ? commitCreate(write) : commitUpdate(write, write.live);
}

async function commitCreate(write: Write): Promise<Committed> {
  const { context, resource, object, options } = write;
  const { store } = context.services;
  const given = metadataOf(object).resourceVersion;
  if (resource.isCustom && resource.hasStatus) {
    // The status that was given has gone; what is stored would get that of the schema when it is read.
    resource.schema.setDefaults?.(object);
  }
  if (options.isDryRun) {
    const { answer } = encodeFor(resource, object);
    // Kubernetes: only storing the object would have told that it may not have a version, or would have replaced it.
    return { encoded: answer, isNew: true, ...(typeof given === "string" ? { version: given } : {}) };
  }
  // Kubernetes: what could not be a version is dropped without a sound, and an update that creates never looks.
  if (write.operation === "create" && /^0*[1-9][0-9]*$/.test(String(given ?? ""))) {
    throw statusFromPlainError("resourceVersion should not be set on objects to be created");
  }
  const key = keyOf(write);
  const { stored, answer } = encodeFor(resource, object);
  const created = store.create(key, closeStoredValue(stored, headOf(resource, object), resource.storage.stamp));
  resource.strategy.afterWrite?.(context.services, key);
  return { encoded: answer, version: String(await created), isNew: true };
}

async function commitUpdate(write: Write, live: LiveObject): Promise<Committed> {
  const { context, resource, object, options } = write;
  const { store } = context.services;
  const key = keyOf(write);
  const { stored, answer } = encodeFor(resource, object);
  const expected = { revision: live.revision };
  const untouched = { encoded: answer, version: String(live.revision), isNew: false };
  if (options.isDryRun) {
    return untouched;
  }
  if (isLastFinalizerGone(resource, object, live.object)) {
    await store.delete(key, expected);
    return untouched;
  }
  if (isUnchanged(live, stored)) {
    return untouched;
  }
  const value = closeStoredValue(stored, headOf(resource, object), resource.storage.stamp);
  const replaced = store.replace(key, value, expected);
  resource.strategy.afterWrite?.(context.services, key);
  return { encoded: answer, version: String(await replaced), isNew: false };
}

function keyOf({ resource, namespace, object }: Write): string {
  return storeKey(resource, namespace, String(metadataOf(object).name));
}

interface Encoded {
  readonly stored: EncodedObject;
  readonly answer: EncodedObject;
}

/**
 * Changes the object where the version stored is another one: it loses what that version does not know, and gets its
 * defaults, before it is answered as well.
 */
function encodeFor(resource: Resource, object: JsonObject): Encoded {
  const { storage } = resource;
  const apiVersion = apiVersionOf(resource);
  if (storage.apiVersion === apiVersion) {
    const encoded = encodeObject(object);
    return { stored: encoded, answer: encoded };
  }
  object.apiVersion = storage.apiVersion;
  storage.schema.roundtrip(object);
  const stored = encodeObject(object);
  object.apiVersion = apiVersion;
  resource.schema.prune(object, { isStored: true });
  return { stored, answer: encodeObject(object) };
}

/**
 * Kubernetes: a write that would store what is there already is not a write: same resourceVersion, no event. Both texts
 * were printed here, so that other lengths are other objects, and the stored one is parsed only to tell orders of keys.
 */
function isUnchanged(live: LiveObject, { body }: EncodedObject): boolean {
  const { stored } = live;
  const isOwn = stored.headBytes !== undefined;
  if (isOwn && stored.body.byteLength !== body.byteLength) {
    return false;
  }
  return (isOwn && isSameBytes(stored.body, body)) || deepEqual(decodeStoredJson(stored.body), decodeStoredJson(body));
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.byteLength; i++) {
    if (a[i] !== b[i]) {
      return false;
    }
  }
  return true;
}

/** An object that is being deleted goes when nothing holds it any more. */
function isLastFinalizerGone(resource: Resource, object: JsonObject, old: JsonObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadataOf(old);
  const { finalizers } = metadataOf(object);
  return (
    deletionTimestamp !== undefined &&
    Number(deletionGracePeriodSeconds ?? 0) === 0 &&
    !(Array.isArray(finalizers) && finalizers.length > 0) &&
    resource.strategy.isHeld?.(object) !== true
  );
}
