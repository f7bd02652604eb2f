import type { JsonObject } from "@kiln/api";
import { type Kinds, type Place, readHead, storeKey } from "@kiln/kinds";
import type { ControllerServices } from "./controller-services.ts";
import type { OwnerGraph } from "./owner-graph.ts";
import { type OwnerReference, ownerReferencesOf } from "./owner-reference.ts";

export const ORPHAN = "orphan";
export const FOREGROUND = "foregroundDeletion";

/** An object's owners by their state. */
export interface Owners {
  /** Exist, and keep it. */
  readonly solid: OwnerReference[];
  /** Do not exist. */
  readonly dangling: OwnerReference[];
  /** Are being deleted, and wait for it to go first. */
  readonly waiting: OwnerReference[];
  /** Of kinds that are not served, so their existence is unknown. */
  readonly unknown: OwnerReference[];
  /** In a namespace, while the object is in none: an invalid reference, and no reason to delete. */
  readonly misplaced: OwnerReference[];
}

export interface OwnerSearch {
  readonly services: ControllerServices;
  readonly kinds: Kinds;
  readonly graph: OwnerGraph;
}

/** By the current content of the store. An owner is found by its coordinates, and matches by its uid. */
export function classifyOwners(search: OwnerSearch, place: Place, object: JsonObject): Owners {
  const owners: Owners = { solid: [], dangling: [], waiting: [], unknown: [], misplaced: [] };
  for (const reference of ownerReferencesOf(object)) {
    owners[classify(search, place, reference)].push(reference);
  }
  return owners;
}

function classify({ services, kinds, graph }: OwnerSearch, place: Place, reference: OwnerReference): keyof Owners {
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
  const entry = services.store.peek(storeKey(resource, place.namespace, reference.name));
  const head = entry === undefined ? undefined : readHead(entry.value);
  if (head?.uid !== reference.uid) {
    return "dangling";
  }
  return head.deleting === true && head.finalizers?.includes(FOREGROUND) === true ? "waiting" : "solid";
}

/** Whether an owner that was looked for in vain is there in some other namespace. One look a namespace. */
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
