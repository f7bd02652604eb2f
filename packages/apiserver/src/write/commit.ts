import { deepEqual, type JsonObject, statusFromPlainError } from "@kiln/api";
import type { LiveObject } from "../read-object.ts";
import { apiVersionOf, type Resource, storeKey } from "../resources/resource.ts";
import { decodeStoredJson } from "../stored-json.ts";
import { type EncodedObject, encodeObject, sealObject } from "../stored-value.ts";
import { followWrite } from "./follow-write.ts";
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
  const { resource, object, options } = write;
  const { services } = write.context;
  const given = metadataOf(object).resourceVersion;
  if (resource.isCustom && resource.hasStatus) {
    // The status that was given has gone; what is stored would get that of the schema when it is read.
    resource.schema.setDefaults?.(object, { mayHaveNulls: false });
  }
  if (options.isDryRun) {
    const encoded = answerOf(resource, object, encodeObject(toStored(resource, object)));
    // Kubernetes: only storing the object would have told that it may not have a version, or would have replaced it.
    return { encoded, isNew: true, ...(typeof given === "string" ? { version: given } : {}) };
  }
  // Kubernetes: what could not be a version is dropped without a sound, and an update that creates never looks.
  if (given !== undefined && write.operation === "create" && /^0*[1-9][0-9]*$/.test(String(given))) {
    throw statusFromPlainError("resourceVersion should not be set on objects to be created");
  }
  const key = keyOf(write);
  const sealed = sealObject(toStored(resource, object), headOf(resource, object), resource.storage.stamp);
  const { value } = sealed;
  const created = followWrite(services, resource, { key, value, committed: services.store.create(key, value) });
  return { encoded: answerOf(resource, object, sealed), version: String(await created), isNew: true };
}

async function commitUpdate(write: Write, live: LiveObject): Promise<Committed> {
  const { context, resource, object, options } = write;
  const { store } = context.services;
  const key = keyOf(write);
  const expected = { revision: live.revision };
  const isGone = isLastFinalizerGone(resource, object, live.object);
  const stored = toStored(resource, object);
  if (options.isDryRun || isGone || isUnchanged(resource, stored, live)) {
    const encoded = answerOf(resource, object, encodeObject(stored));
    if (isGone && !options.isDryRun) {
      await store.delete(key, expected);
    }
    return { encoded, version: String(live.revision), isNew: false };
  }
  const sealed = sealObject(stored, headOf(resource, object), resource.storage.stamp);
  const { value } = sealed;
  const committed = store.replace(key, value, expected);
  const replaced = followWrite(context.services, resource, { key, value, committed });
  return { encoded: answerOf(resource, object, sealed), version: String(await replaced), isNew: false };
}

function keyOf({ resource, namespace, object }: Write): string {
  return storeKey(resource, namespace, String(metadataOf(object).name));
}

/**
 * Changes the object where the version stored is another one: it loses what that version does not know, and gets its
 * defaults.
 */
function toStored(resource: Resource, object: JsonObject): JsonObject {
  const { storage } = resource;
  if (storage.apiVersion !== object.apiVersion) {
    object.apiVersion = storage.apiVersion;
    storage.schema.roundtrip(object);
  }
  return object;
}

/** Changes the object back, where it was changed to be stored: the client sees what became of it. */
function answerOf(resource: Resource, object: JsonObject, encoded: EncodedObject): EncodedObject {
  const apiVersion = apiVersionOf(resource);
  if (object.apiVersion === apiVersion) {
    return encoded;
  }
  object.apiVersion = apiVersion;
  resource.schema.prune(object, { isStored: true });
  return encodeObject(object);
}

/**
 * Kubernetes: a write that would store what is there already is not a write: same resourceVersion, no event. A live
 * object that was read as it is stored can be compared with at once; any other shows what is stored no more.
 */
function isUnchanged(resource: Resource, stored: JsonObject, live: LiveObject): boolean {
  const isAsStored = live.stored.stamp === resource.storage.stamp && live.object.apiVersion === stored.apiVersion;
  if (isAsStored) {
    return deepEqual(stored, live.object);
  }
  const { resourceVersion: _, ...metadata } = metadataOf(stored);
  return deepEqual({ ...stored, metadata }, decodeStoredJson(live.stored.body));
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
