import type { Clock, Logger, Random } from "@kiln/api";
import { type JsonObject, metadataOf, printTime } from "@kiln/api";
import {
  type Registry,
  type Resource,
  readStoredObject,
  removeIfUnreadable,
  storeKey,
  toStoredValue,
} from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { isStoreError } from "@kiln/store";
import { type BootstrapObject, bootstrapPolicy } from "./bootstrap-policy.ts";
import { RBAC_GROUP } from "./rbac-policy.ts";
import { reconcileObject } from "./reconcile-object.ts";

/** Services that write roles before the server is ready. */
export interface BootstrapServices {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Creates missing default roles and bindings, and restores removed rules and subjects, in one commit. */
export async function ensureBootstrapPolicy(services: BootstrapServices): Promise<void> {
  await Promise.all(bootstrapPolicy().map((wanted) => ensure(services, wanted)));
}

async function ensure(services: BootstrapServices, { plural, object }: BootstrapObject): Promise<void> {
  const resource = services.registry.find(RBAC_GROUP, "v1", plural);
  if (resource === undefined) {
    return;
  }
  const { namespace = "", name } = metadataOf(object);
  const key = storeKey(resource, String(namespace), String(name));
  try {
    await removeIfUnreadable(services, key);
    await bring(services, resource, key, object);
  } catch (error) {
    // Another server on the same store has written the same.
    if (!isStoreError(error, "key-exists") && !isStoreError(error, "revision-mismatch")) {
      throw error;
    }
  }
}

async function bring(
  services: BootstrapServices,
  resource: Resource,
  key: string,
  expected: JsonObject,
): Promise<void> {
  const { store } = services;
  const entry = store.peek(key);
  if (entry === undefined) {
    await store.create(key, toStoredValue(resource, withIdentity(services, expected)));
    return;
  }
  const { revision } = entry;
  const reconciled = reconcileObject(readStoredObject(resource, entry), expected);
  if (reconciled === "recreate") {
    const deleted = store.delete(key, { revision });
    const created = store.create(key, toStoredValue(resource, withIdentity(services, expected)));
    await Promise.all([deleted, created]);
  } else if (reconciled !== undefined) {
    await store.replace(key, toStoredValue(resource, reconciled), { revision });
  }
}

function withIdentity({ random, clock }: BootstrapServices, object: JsonObject): JsonObject {
  const { name, namespace, ...rest } = metadataOf(object);
  const identity = { uid: random.uuid(), creationTimestamp: printTime(clock.now()) };
  return {
    ...object,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...identity, ...rest },
  } as JsonObject;
}
