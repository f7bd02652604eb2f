import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import { apiVersionOf, type Resource, storeKey } from "../resources/resource.ts";
import { closeStoredValue, type EncodedObject, encodeObject, type Head } from "../stored-value.ts";
import { metadataOf, type Write } from "./write.ts";

/** The object as answered: its JSON, and the revision to serve it with. */
export interface Committed {
  readonly encoded: EncodedObject;
  /** Absent after a dry create. */
  readonly revision?: number;
}

/** Queues the write before the first await; the answer comes when it is durable. */
export async function commit(write: Write): Promise<Committed> {
  const { context, resource, object, live, namespace, options } = write;
  const { store } = context.services;
  const key = storeKey(resource, namespace, String(metadataOf(object).name));
  const encoded = encodeObject(object);
  if (live === undefined) {
    if (options.isDryRun) {
      return { encoded };
    }
    const created = store.create(key, toStoredValue(resource, object, encoded));
    resource.strategy.afterWrite?.(context.services, key);
    return { encoded, revision: await created };
  }
  if (options.isDryRun || isUnchanged(live.raw, toStored(resource, object))) {
    return { encoded, revision: live.revision };
  }
  const value = toStoredValue(resource, object, encoded);
  const replaced = store.replace(key, value, { revision: live.revision });
  resource.strategy.afterWrite?.(context.services, key);
  return { encoded, revision: await replaced };
}

function toStoredValue(resource: Resource, object: JsonObject, encoded: EncodedObject): Uint8Array {
  const { storage } = resource;
  const stored = storage.apiVersion === apiVersionOf(resource) ? encoded : encodeObject(toStored(resource, object));
  return closeStoredValue(stored, headOf(resource, object), storage.stamp);
}

function toStored(resource: Resource, object: JsonObject): JsonObject {
  return resource.storage.apiVersion === object.apiVersion
    ? object
    : { ...object, apiVersion: resource.storage.apiVersion };
}

/** Kubernetes: a write that would store what is there already is not a write: same resourceVersion, no event. */
function isUnchanged(raw: JsonObject, object: JsonObject): boolean {
  const { resourceVersion: _, ...metadata } = metadataOf(object);
  return deepEqual(raw, { ...object, metadata });
}

function headOf(resource: Resource, object: JsonObject): Head {
  const metadata = metadataOf(object);
  const owners = ownersOf(metadata.ownerReferences);
  const fields = selectedFields(resource, object);
  return {
    uid: String(metadata.uid ?? ""),
    ...(isJsonObject(metadata.labels) ? { labels: metadata.labels as Record<string, string> } : {}),
    ...(fields === undefined ? {} : { fields }),
    ...(owners.length === 0 ? {} : { owners }),
    ...(metadata.deletionTimestamp === undefined ? {} : { deleting: true as const }),
  };
}

function ownersOf(references: JsonValue | undefined): string[] {
  return Array.isArray(references)
    ? references.flatMap((reference) => (isJsonObject(reference) ? [String(reference.uid)] : []))
    : [];
}

function selectedFields(resource: Resource, object: JsonObject): Record<string, string> | undefined {
  if (resource.selectableFields.length === 0) {
    return undefined;
  }
  const entries = resource.selectableFields.map((path) => [path, String(followPath(object, path) ?? "")] as const);
  return Object.fromEntries(entries);
}

function followPath(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const name of path.split(".").filter((part) => part !== "")) {
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
