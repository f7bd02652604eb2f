import { deepEqual, type JsonObject, statusFromPlainError } from "@kiln/api";
import type { TtlOptions } from "@kiln/store";
import { type LiveObject, toServedVersion, toStoredVersion } from "../read-object.ts";
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

/** Takes the object over. Queues the write before the first await; the answer comes when it is durable. */
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
    const stored = toStoredVersion(resource, object);
    const encoded = answerOf(resource, stored, encodeObject(stored));
    // Kubernetes: only storing the object would have told that it may not have a version, or would have replaced it.
    return { encoded, isNew: true, ...(typeof given === "string" ? { version: given } : {}) };
  }
  // Kubernetes: what could not be a version is dropped without a sound, and an update that creates never looks.
  if (given !== undefined && write.operation === "create" && /^0*[1-9][0-9]*$/.test(String(given))) {
    throw statusFromPlainError("resourceVersion should not be set on objects to be created");
  }
  const key = keyOf(write);
  const stored = toStoredVersion(resource, object);
  const sealed = sealObject(stored, headOf(resource, stored), resource.storage.stamp);
  const { value } = sealed;
  const created = followWrite(services, resource, {
    key,
    value,
    committed: services.store.create(key, value, ttlOf(resource)),
  });
  return { encoded: answerOf(resource, stored, sealed), version: String(await created), isNew: true };
}

async function commitUpdate(write: Write, live: LiveObject): Promise<Committed> {
  const { context, resource, object, options } = write;
  const { store } = context.services;
  const key = keyOf(write);
  const expected = { revision: live.revision };
  const isGone = isLastFinalizerGone(resource, object, live.object);
  const stored = toStoredVersion(resource, object);
  if (options.isDryRun || isGone || isUnchanged(resource, stored, live)) {
    const encoded = answerOf(resource, stored, encodeObject(stored));
    if (isGone && !options.isDryRun) {
      await store.delete(key, expected);
    }
    return { encoded, version: String(live.revision), isNew: false };
  }
  const sealed = sealObject(stored, headOf(resource, stored), resource.storage.stamp);
  const { value } = sealed;
  const committed = store.replace(key, value, { ...expected, ...ttlOf(resource) });
  const replaced = followWrite(context.services, resource, { key, value, committed });
  return { encoded: answerOf(resource, stored, sealed), version: String(await replaced), isNew: false };
}

function ttlOf({ storage: { ttlSeconds } }: Resource): TtlOptions {
  return ttlSeconds === undefined ? {} : { ttlSeconds };
}

function keyOf({ resource, namespace, object }: Write): string {
  return storeKey(resource, namespace, String(metadataOf(object).name));
}

/** Takes over what was stored where the client speaks another version: it sees what became of the object. */
function answerOf(resource: Resource, stored: JsonObject, encoded: EncodedObject): EncodedObject {
  return stored.apiVersion === apiVersionOf(resource) ? encoded : encodeObject(toServedVersion(resource, stored));
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
