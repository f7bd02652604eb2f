import { type JsonObject, type KeyQueue, kindPrefix } from "@kiln/api";
import { createActor, createKinds, type Head, type Kinds, readHead, readStoredObject } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { removeFinalizer } from "./owner-reference.ts";
import { scan } from "./scan.ts";
import { createWorkQueue } from "./work-queue.ts";

/** A kind whose objects must not be deleted while they are used. */
export interface Protection {
  /** Name of the controller in kube-controller-manager. */
  readonly name: string;
  readonly serviceAccount: string;
  readonly prefix: string;
  readonly finalizer: string;
  /** Store prefixes of the kinds that may use the object: their changes trigger a new check. */
  readonly users: readonly string[];
  readonly isUsed: (services: ControllerServices, object: JsonObject) => Promise<boolean>;
}

/** Delay before the finalizer is removed, for a Pod that is about to use the object being deleted. */
const USE_MS = 2000;

/** Removes the protection finalizer of a deleted object once it is unused. */
export function createProtection(protection: Protection): Controller {
  const { name, prefix, finalizer, users } = protection;
  return {
    name,
    start(services) {
      const kinds = createKinds(services.registry);
      const held = new Set<string>();
      const work = (key: string) => release(services, kinds, { ...protection, key });
      const queue = createWorkQueue({ services, name: "pvc-protection", work });
      const look = (key: string, head: Head | undefined) => {
        if (head?.deleting === true && head.finalizers?.includes(finalizer) === true) {
          held.add(key);
          queue.add(key, USE_MS);
        } else {
          held.delete(key);
        }
      };
      const unsubscribe = services.store.onCommit(({ events }) => {
        for (const { key, value } of events) {
          if (key.startsWith(prefix)) {
            look(key, value === undefined ? undefined : readHead(value));
          } else if (held.size > 0 && users.includes(kindPrefix(key))) {
            addAll(queue, held);
          }
        }
      });
      void scan(services, prefix, look);
      return {
        stop() {
          unsubscribe();
          queue.stop();
        },
      };
    },
  };
}

function addAll(queue: KeyQueue, keys: Iterable<string>): void {
  for (const key of keys) {
    queue.add(key, USE_MS);
  }
}

async function release(
  services: ControllerServices,
  kinds: Kinds,
  { serviceAccount, finalizer, isUsed, key }: Protection & { readonly key: string },
): Promise<void> {
  const entry = services.store.peek(key);
  const place = kinds.placeOf(key);
  if (entry === undefined || place === undefined || readHead(entry.value)?.deleting !== true) {
    return;
  }
  if (!(await isUsed(services, readStoredObject(place.resource, entry)))) {
    const change = (object: JsonObject) => removeFinalizer(object, finalizer);
    await services.objects.change(createActor(serviceAccount), { place, change });
  }
}
