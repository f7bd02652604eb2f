import type { JsonObject } from "@kiln/api";
import { type KindServices, type Resource, toStoredValue } from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import { followWrite } from "./follow-write.ts";

/** A new object in its storage version, and the entry it replaces. */
export interface Replacement {
  readonly entry: Entry;
  readonly object: JsonObject;
}

/**
 * Stores an object that the server made, without preparation and validation. Queues the write before the first await.
 * Throws store errors.
 */
export async function storeObject(
  services: KindServices,
  resource: Resource,
  { entry, object }: Replacement,
): Promise<Entry> {
  const { key } = entry;
  const value = toStoredValue(resource, object);
  const committed = services.store.replace(key, value, { revision: entry.revision });
  return { key, value, revision: await followWrite(services, resource, { key, value, object, committed }) };
}
