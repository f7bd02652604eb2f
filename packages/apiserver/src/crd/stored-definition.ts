import { type JsonObject, metadataOf } from "@kiln/api";
import { decodeStoredJson, openStoredValue, type Resource, readStoredObject, toStoredValue } from "@kiln/kinds";
import type { Entry, Revision } from "@kiln/store";
import type { DefinitionServices } from "./definition-services.ts";

export const DEFINITION_PREFIX = "/registry/apiextensions.k8s.io/customresourcedefinitions/";

export function definitionResource({ registry }: DefinitionServices): Resource | undefined {
  return registry.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
}

/**
 * Decoded CRDs by their stored bytes, from the write until the first read: the projection, which follows at once, need
 * not parse the bytes again.
 */
const written = new WeakMap<Uint8Array, JsonObject>();

/** Decodes a stored CRD to a tree of its own. Undefined, and logged, if the bytes are no JSON object. */
export function readStoredDefinition(
  services: DefinitionServices,
  { key, value }: StoredEntry,
): JsonObject | undefined {
  const known = written.get(value);
  if (known !== undefined) {
    // Removed on first use: the tree takes more memory than the bytes, which live as long as the history.
    written.delete(value);
    return known;
  }
  const resource = definitionResource(services);
  if (resource === undefined) {
    return undefined;
  }
  try {
    return decodeDefinition(resource, key, value);
  } catch (error) {
    services.log.error({ err: error, key }, "stored CustomResourceDefinition ignored: it cannot be decoded");
    return undefined;
  }
}

/**
 * Bytes in v1 from which schemas can be read later: the stored value itself, unless another program wrote it in another
 * form.
 */
export function definitionBytes(services: DefinitionServices, value: Uint8Array, object: JsonObject): Uint8Array {
  const resource = definitionResource(services);
  return resource === undefined || openStoredValue(value).stamp === resource.storage.stamp()
    ? value
    : toStoredValue(resource, object);
}

type StoredEntry = Pick<Entry, "key" | "value">;

function decodeDefinition(resource: Resource, key: string, value: Uint8Array): JsonObject {
  const stored = openStoredValue(value);
  if (stored.stamp === resource.storage.stamp()) {
    return decodeStoredJson(stored.body);
  }
  // Kubernetes: CRDs are still stored as v1beta1 (apiextensions-apiserver/pkg/cmd/server/options/options.go
  // NewCustomResourceDefinitionsServerOptions, v1.36).
  const object = readStoredObject(resource, { key, value, revision: 0 });
  metadataOf(object).name = key.slice(DEFINITION_PREFIX.length);
  return object;
}

/** Queues an update of a stored CRD; only status and finalizers may differ. The object must not change afterwards. */
export function writeDefinition(services: DefinitionServices, entry: Entry, object: JsonObject): Promise<Revision> {
  const resource = definitionResource(services);
  if (resource === undefined) {
    throw new Error("definitions are not served");
  }
  const value = toStoredValue(resource, object);
  if (object.apiVersion === resource.storage.apiVersion) {
    written.set(value, object);
  }
  return services.store.replace(entry.key, value, { revision: entry.revision });
}
