import { type Actor, type DeleteOptions, headOf, type Resource, readHead, readStoredObject } from "@kiln/kinds";
import { type Entry, isStoreError, type Revision, type StoreError } from "@kiln/store";
import type { ControllerServices } from "./controller-services.ts";

/** Remaining content of a namespace. */
export interface Remains {
  /**
   * Number of remaining objects by kind, written as `configmaps.` and `widgets.example.com`; kinds without any are left
   * out.
   */
  readonly counts: Map<string, number>;
  /** Number of remaining objects by the finalizers that hold them. */
  readonly finalizers: Map<string, number>;
  /** Failed deletions, one sentence for each kind. */
  readonly failures: string[];
  /** Whether only Pods were deleted so far, so that their containers can still use the other objects. */
  isWaitingForPods: boolean;
}

// Background propagation: dependents are in the same namespace, and are deleted as well.
const GRACEFULLY: DeleteOptions = { isDryRun: false, preconditions: {}, propagation: "Background" };
const AT_ONCE: DeleteOptions = { ...GRACEFULLY, gracePeriodSeconds: 0 };

/**
 * Deletes every object of the namespace, or marks it as deleted if finalizers hold it. An error of one kind does not
 * affect others. Pods first: their containers may need the other objects until they have stopped.
 */
export async function emptyNamespace(services: ControllerServices, actor: Actor, name: string): Promise<Remains> {
  const remains: Remains = { counts: new Map(), finalizers: new Map(), failures: [], isWaitingForPods: false };
  const kinds = [...namespacedKinds(services)];
  const isPods = ({ storage }: Resource) => storage.prefix === POD_PREFIX;
  for (const resource of [...kinds.filter(isPods), ...kinds.filter((kind) => !isPods(kind))]) {
    const prefix = `${resource.storage.prefix}${name}/`;
    const place: Place = { resource, prefix, remains };
    try {
      if (await deleteAll(services, actor, place)) {
        await countRemains(services, place);
      }
    } catch (error) {
      remains.failures.push(error instanceof Error ? error.message : String(error));
    }
    remains.isWaitingForPods = isPods(resource) && remains.counts.size > 0;
    if (remains.isWaitingForPods) {
      break;
    }
  }
  return remains;
}

const POD_PREFIX = "/registry/core/pods/";
const NODE_PREFIX = "/registry/core/nodes/";

/** Whether the Pod is on a node that exists: its kubelet stops the containers, which takes the grace period. */
function hasKubelet({ store }: ControllerServices, pod: Uint8Array): boolean {
  const node = readHead(pod)?.fields?.["spec.nodeName"] ?? "";
  return node !== "" && store.peek(NODE_PREFIX + node) !== undefined;
}

/** Returns false if the namespace has no objects of the kind, as is usual for most kinds. */
async function deleteAll(services: ControllerServices, actor: Actor, { resource, prefix }: Place): Promise<boolean> {
  let wasThere = false;
  const unreadable: StoreError[] = [];
  const onUnreadable = (error: StoreError) => unreadable.push(error);
  for await (const { entries } of await services.store.range({ prefix, onUnreadable })) {
    const isRunning = ({ value }: Entry) => prefix.startsWith(POD_PREFIX) && hasKubelet(services, value);
    const [running, others] = [entries.filter(isRunning), entries.filter((entry) => !isRunning(entry))];
    await services.objects.deleteEntries(actor, { resource, options: GRACEFULLY, entries: running });
    await services.objects.deleteEntries(actor, { resource, options: AT_ONCE, entries: others });
    wasThere ||= entries.length > 0;
  }
  for (const { key, revision } of unreadable) {
    if (key !== undefined && revision !== undefined) {
      services.log.error({ key, revision }, `stored object removed with its namespace: ${key}: it cannot be read`);
      await removeUnreadable(services, key, revision);
    }
  }
  return wasThere;
}

/**
 * Removes a value that cannot be decoded, so its finalizers and dependents are unknown. If another client writes the
 * key meanwhile, the next attempt handles it.
 */
async function removeUnreadable({ store }: ControllerServices, key: string, revision: Revision): Promise<void> {
  try {
    await store.delete(key, { revision });
  } catch (error) {
    if (!isStoreError(error)) {
      throw error;
    }
  }
}

/** One resource for each stored kind, whatever versions it is served in. */
function namespacedKinds({ registry }: ControllerServices): Iterable<Resource> {
  const kinds = new Map<string, Resource>();
  for (const resource of registry.all()) {
    if (resource.isNamespaced && resource.serving.verbs.includes("delete")) {
      kinds.set(resource.storage.prefix, resource);
    }
  }
  return kinds.values();
}

interface Place {
  readonly resource: Resource;
  readonly prefix: string;
  readonly remains: Remains;
}

/** Adds the objects that are left of a kind to `remains`. */
async function countRemains({ store }: ControllerServices, { resource, prefix, remains }: Place): Promise<void> {
  const { counts, finalizers } = remains;
  const kind = `${resource.names.plural}.${resource.group}`;
  for await (const { entries } of await store.range({ prefix })) {
    for (const entry of entries) {
      add(counts, kind);
      const head = readHead(entry.value) ?? headOf(resource, readStoredObject(resource, entry));
      for (const finalizer of head.finalizers ?? []) {
        add(finalizers, finalizer);
      }
    }
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
