import type { JsonObject } from "@kiln/api";
import { type Head, type Kinds, type Place, readHead, storeKey } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import type { ControllerServices } from "./controller-services.ts";
import type { OwnerGraph } from "./owner-graph.ts";
import { type OwnerReference, ownerReferencesOf } from "./owner-reference.ts";

export const ORPHAN = "orphan";
export const FOREGROUND = "foregroundDeletion";

/** An object's owners by their state. */
export interface Owners {
  /** Owners that exist. */
  readonly solid: OwnerReference[];
  /** Owners that do not exist. */
  readonly dangling: OwnerReference[];
  /** Owners that are being deleted in the foreground and wait for this object. */
  readonly waiting: OwnerReference[];
  /** Owners of kinds that are not served: their existence is unknown. */
  readonly unknown: OwnerReference[];
  /** Namespaced owners of a cluster-scoped object: an invalid reference, and no reason to delete. */
  readonly misplaced: OwnerReference[];
}

export interface OwnerSearch {
  readonly services: ControllerServices;
  readonly kinds: Kinds;
  readonly graph: OwnerGraph;
  /** Metadata of a stored object, if it is not read from the store. */
  readonly headOf?: (key: string) => Head | undefined;
}

/** Metadata of stored objects, each read once until it is cleared, which every commit must do. */
export interface HeadMemory {
  headOf(key: string): Head | undefined;
  clear(): void;
}

export function createHeadMemory(store: Store): HeadMemory {
  const known = new Map<string, Head | undefined>();
  return {
    headOf(key) {
      if (!known.has(key)) {
        known.set(key, readStoredHead(store, key));
      }
      return known.get(key);
    },
    clear: () => known.clear(),
  };
}

function readStoredHead(store: Store, key: string): Head | undefined {
  const entry = store.peek(key);
  return entry === undefined ? undefined : readHead(entry.value);
}

/**
 * Classifies owners by the current content of the store. An owner is looked up by kind and name, and must have the uid.
 */
export function classifyOwners(search: OwnerSearch, place: Place, object: JsonObject): Owners {
  return classifyReferences(search, place, ownerReferencesOf(object));
}

export function classifyReferences(search: OwnerSearch, place: Place, references: readonly OwnerReference[]): Owners {
  const owners: Owners = { solid: [], dangling: [], waiting: [], unknown: [], misplaced: [] };
  for (const reference of references) {
    owners[classify(search, place, reference)].push(reference);
  }
  return owners;
}

function classify(
  { services, kinds, graph, headOf }: OwnerSearch,
  place: Place,
  reference: OwnerReference,
): keyof Owners {
  if (graph.isGone(reference.uid)) {
    return "dangling";
  }
  const resource = kinds.find(reference.apiVersion, reference.kind);
  if (resource === undefined) {
    return "unknown";
  }
  if (resource.isNamespaced && !place.resource.isNamespaced) {
    return "misplaced";
  }
  const key = storeKey(resource, place.namespace, reference.name);
  const head = headOf === undefined ? readStoredHead(services.store, key) : headOf(key);
  if (head?.uid !== reference.uid) {
    return "dangling";
  }
  return head.deleting === true && head.finalizers?.includes(FOREGROUND) === true ? "waiting" : "solid";
}

/** Whether an owner that was not found exists in another namespace. One lookup per namespace. */
export function isInAnotherNamespace({ services, kinds }: OwnerSearch, reference: OwnerReference): boolean {
  const resource = kinds.find(reference.apiVersion, reference.kind);
  if (resource?.isNamespaced !== true) {
    return false;
  }
  for (const namespace of services.namespaces.names()) {
    const entry = services.store.peek(storeKey(resource, namespace, reference.name));
    if (entry !== undefined && readHead(entry.value)?.uid === reference.uid) {
      return true;
    }
  }
  return false;
}
