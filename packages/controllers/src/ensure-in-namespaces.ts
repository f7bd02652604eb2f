import type { JsonObject } from "@kiln/api";
import { type Actor, NAMESPACE_PREFIX } from "@kiln/kinds";
import type { RunningController } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { ensureObject } from "./ensure-object.ts";
import { createWorkQueue } from "./work-queue.ts";

/** An object that every namespace has. */
export interface Standard {
  readonly actor: Actor;
  /** Plural of a kind of the core group. */
  readonly plural: string;
  readonly name: string;
  /** Name of the controller in log lines. */
  readonly controller: string;
  readonly make: () => JsonObject;
  /** Corrects the object in place; returns false if it was correct. Absent: existence is enough. */
  readonly correct?: (object: JsonObject) => boolean;
  /** Calls back when the required object changes, until the returned function is called. */
  readonly onChange?: (listener: () => void) => () => void;
}

/** Creates the object in every namespace that is not terminating, and again whenever it is deleted. */
export function ensureInNamespaces(services: ControllerServices, standard: Standard): RunningController {
  const { plural, name, controller } = standard;
  const prefix = `/registry/core/${plural}/`;
  const queue = createWorkQueue({
    services,
    name: controller,
    work: (namespace) => ensure(services, standard, namespace),
  });
  const unsubscribe = services.store.onCommit(({ events }) => {
    for (const { key } of events) {
      if (key.startsWith(NAMESPACE_PREFIX)) {
        queue.add(key.slice(NAMESPACE_PREFIX.length));
      } else if (key.startsWith(prefix) && key.endsWith(`/${name}`)) {
        queue.add(key.slice(prefix.length, key.lastIndexOf("/")));
      }
    }
  });
  const addAll = () => {
    for (const namespace of services.namespaces.names()) {
      queue.add(namespace);
    }
  };
  addAll();
  const forget = standard.onChange?.(addAll);
  return {
    stop() {
      unsubscribe();
      forget?.();
      queue.stop();
    },
  };
}

async function ensure(services: ControllerServices, standard: Standard, namespace: string): Promise<void> {
  const { actor, plural, name, make, correct } = standard;
  const resource = services.registry.find("", "v1", plural);
  if (resource === undefined || services.namespaces.find(namespace)?.isTerminating !== false) {
    return;
  }
  const place = { resource, namespace, name };
  await ensureObject(services, actor, { place, make, ...(correct === undefined ? {} : { correct }) });
}
