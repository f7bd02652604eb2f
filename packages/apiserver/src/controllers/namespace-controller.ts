import { isJsonObject, type JsonObject } from "@kiln/api";
import { isStoreError, type StoreEvent } from "@kiln/store";
import { readStoredObject } from "../read-object.ts";
import { NAMESPACE_FINALIZER } from "../resources/builtin/namespace.ts";
import { NAMESPACE_PREFIX } from "../resources/namespace-projection.ts";
import type { Services } from "../services.ts";
import { storeObject } from "../write/store-object.ts";
import { metadataOf } from "../write/write.ts";
import type { Controller } from "./controller.ts";
import { emptyNamespace } from "./empty-namespace.ts";
import { setNamespaceConditions } from "./namespace-conditions.ts";
import { createWorkQueue } from "./work-queue.ts";

/**
 * Other servers on the same store may not have heard yet that the namespace takes nothing new. Kubernetes gives them
 * five seconds.
 */
const GRACE_MS = 300;

/** Empties namespaces that are being deleted, and lets them go. */
export const namespaceController: Controller = {
  name: "namespace-controller",
  start(services) {
    const queue = createWorkQueue({
      services,
      name: "emptying a namespace",
      work: (name) => finishNamespace(services, name),
    });
    const known = new Set<string>();
    const look = (name: string, delayMs: number) => {
      if (services.namespaces.find(name)?.isTerminating !== true) {
        known.delete(name);
        queue.remove(name);
        return;
      }
      queue.add(name, known.has(name) ? 0 : delayMs);
      known.add(name);
    };
    for (const name of services.namespaces.names()) {
      look(name, 0);
    }
    const unsubscribe = services.store.onCommit(({ events }) => {
      for (const event of events) {
        const name = known.size > 0 || event.key.startsWith(NAMESPACE_PREFIX) ? namespaceOf(event) : undefined;
        if (name !== undefined) {
          look(name, GRACE_MS);
        }
      }
    });
    return {
      stop() {
        unsubscribe();
        queue.stop();
      },
    };
  },
};

/** The namespace an event may matter to: its own, or that of an object that changed. */
function namespaceOf({ key }: StoreEvent): string | undefined {
  if (key.startsWith(NAMESPACE_PREFIX)) {
    return key.slice(NAMESPACE_PREFIX.length);
  }
  // /registry/<group>/<plural>/<namespace>/<name>
  const parts = key.split("/");
  return parts.length === 6 ? parts[4] : undefined;
}

/** One round: deletes what can be deleted, says what is left, and lets the namespace go if nothing is. */
async function finishNamespace(services: Services, name: string): Promise<void> {
  if (services.namespaces.find(name)?.isTerminating !== true) {
    return;
  }
  const remains = await emptyNamespace(services, name);
  const now = services.clock.now();
  await changeNamespace(services, name, (object) => setNamespaceConditions(object, remains, now));
  if (remains.failures[0] !== undefined) {
    throw new Error(remains.failures[0]);
  }
  if (remains.counts.size === 0) {
    await changeNamespace(services, name, removeFinalizer);
  }
}

/** Changes the object. True if there was one to remove. */
function removeFinalizer({ spec }: JsonObject): boolean {
  if (!isJsonObject(spec) || !Array.isArray(spec.finalizers)) {
    return false;
  }
  const left = spec.finalizers.filter((finalizer) => finalizer !== NAMESPACE_FINALIZER);
  const isChanged = left.length < spec.finalizers.length;
  if (left.length > 0) {
    spec.finalizers = left;
  } else {
    delete spec.finalizers;
  }
  return isChanged;
}

/** Stores the namespace if `change` says that it changed it; with its last finalizer it goes. */
async function changeNamespace(
  services: Services,
  name: string,
  change: (object: JsonObject) => boolean,
): Promise<void> {
  const resource = services.registry.find("", "v1", "namespaces");
  const entry = services.store.peek(NAMESPACE_PREFIX + name);
  if (resource === undefined || entry === undefined) {
    return;
  }
  const object = readStoredObject(resource, entry);
  if (!change(object)) {
    return;
  }
  const { finalizers } = metadataOf(object);
  const isHeld = resource.strategy.isHeld?.(object) === true || (Array.isArray(finalizers) && finalizers.length > 0);
  await ignoreLostRace(
    isHeld
      ? storeObject(services, resource, { entry, object })
      : services.store.delete(entry.key, { revision: entry.revision }),
  );
}

/** Whoever won it changed the namespace, which leads here again. */
async function ignoreLostRace(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isStoreError(error, "revision-mismatch") && !isStoreError(error, "key-not-found")) {
      throw error;
    }
  }
}
