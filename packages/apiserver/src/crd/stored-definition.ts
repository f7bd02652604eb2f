import type { JsonObject } from "@kiln/api";
import type { Entry, Revision } from "@kiln/store";
import type { Resource } from "../resources/resource.ts";
import type { Services } from "../services.ts";
import { decodeStoredJson } from "../stored-json.ts";
import { openStoredValue } from "../stored-value.ts";
import { toStoredValue } from "../write/store-object.ts";
import { metadataOf } from "../write/write.ts";

export const DEFINITION_PREFIX = "/registry/apiextensions.k8s.io/customresourcedefinitions/";

export function definitionResource({ registry }: Services): Resource | undefined {
  return registry.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
}

/** A tree of its own. Undefined, and logged, if a stranger stored what is no JSON object at all. */
export function readStoredDefinition(services: Services, { key, value }: StoredEntry): JsonObject | undefined {
  const resource = definitionResource(services);
  if (resource === undefined) {
    return undefined;
  }
  try {
    return decodeDefinition(resource, key, value);
  } catch (error) {
    services.log.error({ err: error, key }, "a stored definition cannot be read");
    return undefined;
  }
}

type StoredEntry = Pick<Entry, "key" | "value">;

function decodeDefinition(resource: Resource, key: string, value: Uint8Array): JsonObject {
  const stored = openStoredValue(value);
  const object = decodeStoredJson(stored.body);
  if (stored.stamp !== resource.storage.stamp) {
    resource.schema.prune(object, { isStored: true });
    resource.schema.setDefaults?.(object);
    metadataOf(object).name = key.slice(DEFINITION_PREFIX.length);
  }
  return object;
}

/** Queues the object in place of the entry: only status and finalizers may differ. */
export function writeDefinition(services: Services, entry: Entry, object: JsonObject): Promise<Revision> {
  const resource = definitionResource(services);
  if (resource === undefined) {
    throw new Error("definitions are not served");
  }
  return services.store.replace(entry.key, toStoredValue(resource, object), { revision: entry.revision });
}
