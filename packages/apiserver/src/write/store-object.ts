import type { JsonObject } from "@kiln/api";
import type { Entry } from "@kiln/store";
import type { Resource } from "../resources/resource.ts";
import type { Services } from "../services.ts";
import { NO_STAMP, sealObject } from "../stored-value.ts";
import { followWrite } from "./follow-write.ts";
import { headOf } from "./head-of.ts";

/** An object in the version in which it rests, to be stored in place of the entry it was read from. */
export interface Replacement {
  readonly entry: Entry;
  readonly object: JsonObject;
}

/** The value to store for an object; only in the version in which objects rest now is it what a reader gets as it is. */
export function toStoredValue(resource: Resource, object: JsonObject): Uint8Array {
  const { apiVersion, stamp } = resource.storage;
  return sealObject(object, headOf(resource, object), object.apiVersion === apiVersion ? stamp() : NO_STAMP).value;
}

/**
 * Stores what the server itself made of an object: nothing prepares or judges it. Queued before the first await.
 * Throws the store's errors.
 */
export async function storeObject(
  services: Services,
  resource: Resource,
  { entry, object }: Replacement,
): Promise<Entry> {
  const { key } = entry;
  const value = toStoredValue(resource, object);
  const committed = services.store.replace(key, value, { revision: entry.revision });
  return { key, value, revision: await followWrite(services, resource, { key, value, object, committed }) };
}
