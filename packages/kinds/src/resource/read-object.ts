import { type JsonObject, setOwn, statusFromPlainError } from "@kiln/api";
import type { Entry } from "@kiln/store";
import { decodeStoredJson } from "../stored/stored-json.ts";
import {
  CONVERTED_STAMP,
  type EncodedObject,
  encodeObject,
  findMetadata,
  openStoredValue,
  type StoredValue,
  toServedJson,
} from "../stored/stored-value.ts";
import { apiVersionOf, type Resource } from "./resource.ts";

/** A stored object as a tree that the caller owns. */
export interface LiveObject {
  /** Object in the resource's version, pruned and defaulted, with resourceVersion. */
  readonly object: JsonObject;
  /** Stored form, which a write is compared with to find out that it changes nothing. */
  readonly stored: StoredValue;
  readonly revision: number;
}

/** Whether the stored bytes can be served unchanged in this version. */
function isServedAsStored(resource: Resource, stored: StoredValue): boolean {
  return (
    stored.stamp === CONVERTED_STAMP ||
    (stored.stamp === resource.storage.stamp() && apiVersionOf(resource) === resource.storage.apiVersion)
  );
}

export function readLiveObject(resource: Resource, entry: Entry): LiveObject {
  const stored = openStoredValue(entry.value);
  const object = toServedVersion(resource, openObject(resource, stored));
  setResourceVersion(object, entry.revision);
  return { object, stored, revision: entry.revision };
}

/**
 * Decodes a stored object to a tree that the caller owns, without resourceVersion, to be stored again. It is in the
 * storage version, unless converting to it would need a conversion webhook: then in the version it is stored in.
 */
export function readStoredObject(resource: Resource, entry: Entry): JsonObject {
  const object = openObject(resource, openStoredValue(entry.value));
  const { apiVersion, schema, convertRemotely } = resource.storage;
  return object.apiVersion === apiVersion || convertRemotely !== undefined
    ? object
    : schema.roundtrip(convertObject(resource, object, apiVersion));
}

/** Decodes a stored value in its storage version, by the current schema of that version. */
export function openObject(resource: Resource, stored: StoredValue): JsonObject {
  const object = decodeStoredJson(stored.body);
  if (stored.stamp !== resource.storage.stamp() && stored.stamp !== CONVERTED_STAMP) {
    checkRestingVersion(resource, object);
    readThroughSchema(resource, object);
  }
  return object;
}

/**
 * Throws the client's error for an object that cannot be decoded; costs nothing for values written under the current
 * schema.
 */
export function checkReadable(resource: Resource, { value }: Entry): void {
  const { schemas, stamp } = resource.storage;
  if (schemas !== undefined && findMetadata(value, stamp()) < 0) {
    checkRestingVersion(resource, decodeStoredJson(openStoredValue(value).body));
  }
}

/**
 * Kubernetes: an object stored in a version removed from its CRD exists but cannot be served
 * (apiserver/conversion/converter.go crConverter.ConvertToVersion, v1.36).
 */
function checkRestingVersion({ storage }: Resource, { apiVersion }: JsonObject): void {
  if (storage.schemas?.has(String(apiVersion)) === false) {
    throw statusFromPlainError(`request to convert CR from an invalid group/version: ${String(apiVersion)}`);
  }
}

/** JSON to serve, without parsing if the value was written under the current schema in the requested version. */
export function readServedBytes(resource: Resource, entry: Entry): Uint8Array {
  return toServedJson(readEncoded(resource, entry), { start: servedStart(resource), revision: entry.revision });
}

/** Start of the JSON of a resource's objects; undefined: that of the stored bytes. */
export function servedStart(resource: Resource): string | undefined {
  return resource.dialect.reading.servedStart({ kind: resource.names.kind, apiVersion: apiVersionOf(resource) });
}

/** JSON of a stored object in the resource's version, without resourceVersion. */
export function readEncoded(resource: Resource, entry: Entry): EncodedObject {
  const stored = openStoredValue(entry.value);
  return isServedAsStored(resource, stored) ? stored : encodeObject(readLiveObject(resource, entry).object);
}

/**
 * Prunes and defaults the object by the current schema, in place. Kubernetes: sets the defaults of the storage version,
 * not of the requested one (apiserver/customresource_handler.go getOrCreateServingInfoFor, v1.36).
 */
function readThroughSchema({ storage }: Resource, object: JsonObject): void {
  const schema = storage.schemas?.get(String(object.apiVersion)) ?? storage.schema;
  schema.prune(object, { isStored: true });
  schema.setDefaults?.(object);
}

/** Converts the object to the resource's version, in place. Fields that this version lacks are lost. */
function toServedVersion(resource: Resource, object: JsonObject): JsonObject {
  const apiVersion = apiVersionOf(resource);
  if (object.apiVersion === apiVersion) {
    return object;
  }
  const converted = convertObject(resource, object, apiVersion);
  resource.schema.prune(converted, { isStored: true });
  return converted;
}

/**
 * Converts the object to the storage version, in place: removes fields that the storage version lacks, and sets its
 * defaults; `complete` may change it before that.
 */
export function toStoredVersion(
  resource: Resource,
  object: JsonObject,
  complete?: (converted: JsonObject) => void,
): JsonObject | Promise<JsonObject> {
  const { apiVersion, schema, convertRemotely } = resource.storage;
  if (object.apiVersion === apiVersion) {
    return object;
  }
  if (convertRemotely !== undefined) {
    return convertRemotely([object], apiVersion).then(([converted = {}]) => schema.roundtrip(converted));
  }
  const converted = convertObject(resource, object, apiVersion);
  complete?.(converted);
  return schema.roundtrip(converted);
}

/** Converts the object to the resource's version, in place, or by the conversion webhook. */
export function toServed(resource: Resource, object: JsonObject): JsonObject | Promise<JsonObject> {
  const { convertRemotely } = resource.storage;
  const apiVersion = apiVersionOf(resource);
  if (convertRemotely === undefined || object.apiVersion === apiVersion) {
    return toServedVersion(resource, object);
  }
  return convertRemotely([object], apiVersion).then(([converted = {}]) => {
    resource.schema.prune(converted, { isStored: true });
    return converted;
  });
}

/** Converts the object to another version, in place. */
export function convertObject({ storage }: Resource, object: JsonObject, apiVersion: string): JsonObject {
  if (storage.convertRemotely !== undefined) {
    throw new Error(`an object of ${String(object.apiVersion)} was read before it was converted to ${apiVersion}`);
  }
  const converted = storage.convert?.(object, apiVersion) ?? object;
  converted.apiVersion = apiVersion;
  return converted;
}

/** Sets metadata.resourceVersion. */
export function setResourceVersion(object: JsonObject, revision: number): void {
  const metadata = object.metadata;
  if (typeof metadata === "object" && metadata !== null && !Array.isArray(metadata)) {
    setOwn(metadata, "resourceVersion", String(revision));
  }
}
