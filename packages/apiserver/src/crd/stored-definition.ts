import type { JsonObject } from "@kiln/api";
import type { Entry, Revision } from "@kiln/store";
import type { Resource } from "../resources/resource.ts";
import type { Services } from "../services.ts";
import { decodeStoredJson } from "../stored-json.ts";
import { closeStoredValue, encodeObject, openStoredValue, parseHead } from "../stored-value.ts";

export const DEFINITION_PREFIX = "/registry/apiextensions.k8s.io/customresourcedefinitions/";

export function definitionResource({ registry }: Services): Resource | undefined {
  return registry.find("apiextensions.k8s.io", "v1", "customresourcedefinitions");
}

/** A tree of its own. */
export function readStoredDefinition(resource: Resource, value: Uint8Array): JsonObject {
  const stored = openStoredValue(value);
  const object = decodeStoredJson(stored.body);
  if (stored.stamp !== resource.storage.stamp) {
    resource.schema.prune(object, { isStored: true });
    resource.schema.setDefaults?.(object);
  }
  return object;
}

/** Queues the object in place of the entry: only status and finalizers may differ. */
export function writeDefinition(services: Services, entry: Entry, object: JsonObject): Promise<Revision> {
  const stamp = definitionResource(services)?.storage.stamp ?? "";
  const head = parseHead(openStoredValue(entry.value)) ?? { uid: "" };
  const value = closeStoredValue(encodeObject(object), head, stamp);
  return services.store.replace(entry.key, value, { revision: entry.revision });
}
