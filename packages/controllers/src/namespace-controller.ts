import { isJsonObject, type JsonObject } from "@kiln/api";
import { createActor, NAMESPACE_FINALIZER, NAMESPACE_PREFIX } from "@kiln/kinds";
import type { StoreEvent } from "@kiln/store";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { emptyNamespace } from "./empty-namespace.ts";
import { setNamespaceConditions } from "./namespace-conditions.ts";
import { createWorkQueue } from "./work-queue.ts";

const ACTOR = createActor("namespace-controller");

/**
 * Delay before emptying a namespace: other servers on the same store may still accept new objects in it. Kubernetes
 * waits five seconds.
 */
const GRACE_MS = 500;

/** Empties namespaces that are being deleted, and then removes their finalizer. */
export const namespaceController: Controller = {
  name: "namespace-controller",
  start(services) {
    const queue = createWorkQueue({
      services,
      name: "namespace",
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

/** Name of the namespace that an event affects: the object itself, or the namespace of a changed object. */
function namespaceOf({ key }: StoreEvent): string | undefined {
  if (key.startsWith(NAMESPACE_PREFIX)) {
    return key.slice(NAMESPACE_PREFIX.length);
  }
  // /registry/<group>/<plural>/<namespace>/<name>
  const parts = key.split("/");
  return parts.length === 6 ? parts[4] : undefined;
}

/**
 * One round: deletes the deletable objects, reports the remaining ones in conditions, and removes the namespace if
 * there are none.
 */
async function finishNamespace(services: ControllerServices, name: string): Promise<void> {
  const resource = services.registry.find("", "v1", "namespaces");
  if (resource === undefined || services.namespaces.find(name)?.isTerminating !== true) {
    return;
  }
  const place = { resource, namespace: name, name };
  const remains = await emptyNamespace(services, ACTOR, name);
  const now = services.clock.now();
  await services.objects.change(ACTOR, {
    place: { ...place, subresource: "status" },
    change: (object) => setNamespaceConditions(object, remains, now),
  });
  if (remains.failures[0] !== undefined) {
    throw new Error(remains.failures[0]);
  }
  if (remains.counts.size === 0) {
    await services.objects.change(ACTOR, { place: { ...place, subresource: "finalize" }, change: removeFinalizer });
  }
}

/** Removes the finalizer from the spec. Returns whether there was one. */
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
