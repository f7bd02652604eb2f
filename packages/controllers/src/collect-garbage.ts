import type { JsonObject } from "@kiln/api";
import { createActor, type Place, type Propagation, readHead, readStoredObject } from "@kiln/kinds";
import { type Entry, yieldTurn } from "@kiln/store";
import { classifyOwners, FOREGROUND, isInAnotherNamespace, ORPHAN, type OwnerSearch } from "./classify-owners.ts";
import { type OwnerReference, removeFinalizer, removeOwners, unblockOwners } from "./owner-reference.ts";
import { reportEvent } from "./report-event.ts";

export interface Collection extends OwnerSearch {
  /** Keys of the objects that wait for their dependents' deletion, by uid. */
  readonly waiting: ReadonlyMap<string, string>;
  /** Called for an object whose kind, or the kind of an owner, is not served yet: it is handled again later. */
  readonly hold: (key: string) => void;
  /** Called for an object in foreground deletion, each time it is handled. */
  readonly wakeDependents: (uid: string) => void;
}

const ACTOR = createActor("generic-garbage-collector");
const COMPONENT = "garbage-collector-controller";
const DEPENDENTS_A_TURN = 16;

interface Item {
  readonly place: Place;
  readonly entry: Entry;
  readonly uid: string;
}

/** Handles one object: deletes it, removes owner references, releases its dependents, or does nothing. */
export async function collectGarbage(collection: Collection, key: string): Promise<void> {
  const entry = collection.services.store.peek(key);
  const head = entry === undefined ? undefined : readHead(entry.value);
  if (entry === undefined || head === undefined) {
    return;
  }
  const place = collection.kinds.placeOf(key);
  if (place === undefined) {
    collection.hold(key);
    return;
  }
  const { uid, finalizers = [] } = head;
  const item: Item = { place, entry, uid };
  if (head.deleting !== true) {
    await judge(collection, item, finalizers);
  } else if (finalizers.includes(ORPHAN)) {
    await orphanDependents(collection, item);
  } else if (finalizers.includes(FOREGROUND)) {
    await awaitDependents(collection, item);
  }
}

async function awaitDependents(collection: Collection, item: Item): Promise<void> {
  collection.wakeDependents(item.uid);
  if (!collection.graph.isBlocked(item.uid)) {
    await changeOne(collection, item, (object) => removeFinalizer(object, FOREGROUND));
  }
}

/** Nothing awaits between this check and the queued write: the checked object is the one deleted. */
async function judge(collection: Collection, item: Item, finalizers: readonly string[]): Promise<void> {
  const object = readStoredObject(item.place.resource, item.entry);
  const owners = classifyOwners(collection, item.place, object);
  const { solid, dangling, waiting, unknown, misplaced } = owners;
  void reportMisplaced(collection, object, [...dangling, ...misplaced]);
  if (unknown.length > 0) {
    collection.hold(item.entry.key);
  } else if (misplaced.length > 0 || dangling.length + waiting.length === 0) {
    return;
  } else if (solid.length > 0) {
    const uids = new Set([...dangling, ...waiting].map(({ uid }) => uid));
    await changeOne(collection, item, (fresh) => removeOwners(fresh, uids));
  } else if (waiting.length > 0 && collection.graph.dependentsOf(item.uid).size > 0) {
    await deleteInForeground(collection, item);
  } else {
    await deleteItem(collection, item, propagationOf(finalizers));
  }
}

function propagationOf(finalizers: readonly string[]): Propagation {
  if (finalizers.includes(ORPHAN)) {
    return "Orphan";
  }
  return finalizers.includes(FOREGROUND) ? "Foreground" : "Background";
}

/**
 * Foreground deletion of an object, whose dependents are deleted first. In a cycle of owners its own owners are
 * unblocked first.
 */
async function deleteInForeground(collection: Collection, item: Item): Promise<void> {
  const dependents = collection.graph.dependentsOf(item.uid);
  const { dialect } = item.place.resource;
  if ([...collection.waiting.values()].some((key) => dependents.has(key))) {
    await changeOne(collection, item, (object) => unblockOwners(object, dialect));
  }
  const entry = collection.services.store.peek(item.entry.key) ?? item.entry;
  await deleteItem(collection, { ...item, entry }, "Foreground");
}

/**
 * Deletes the object at the checked revision. If another replica has changed it since, the conflict makes the queue
 * handle it again.
 */
async function deleteItem({ services }: Collection, item: Item, propagation: Propagation): Promise<void> {
  const { place, uid, entry } = item;
  const preconditions = { uid, resourceVersion: String(entry.revision) };
  await services.objects.delete(ACTOR, { place, options: { preconditions, propagation } });
}

async function orphanDependents(collection: Collection, item: Item): Promise<void> {
  const { services, kinds, graph } = collection;
  const dependents = [...graph.dependentsOf(item.uid)];
  const uids = new Set([item.uid]);
  const change = (object: JsonObject) => removeOwners(object, uids);
  for (let i = 0; i < dependents.length; i += DEPENDENTS_A_TURN) {
    const places = dependents.slice(i, i + DEPENDENTS_A_TURN).flatMap((key) => kinds.placeOf(key) ?? []);
    await Promise.all(places.map((place) => services.objects.change(ACTOR, { place, change })));
    await yieldTurn();
  }
  await changeOne(collection, item, (object) => removeFinalizer(object, ORPHAN));
}

async function changeOne(
  { services }: Collection,
  { place, uid }: Item,
  change: (object: JsonObject) => boolean,
): Promise<void> {
  await services.objects.change(ACTOR, { place, uid, change });
}

/** Writes an event with the reason of a deletion that users rarely expect: the owner is in another namespace. */
async function reportMisplaced(
  collection: Collection,
  object: JsonObject,
  references: readonly OwnerReference[],
): Promise<void> {
  const found = references.filter(
    (reference) => !collection.graph.isGone(reference.uid) && isInAnotherNamespace(collection, reference),
  );
  for (const { apiVersion, kind, name, uid } of found) {
    const { namespace = "" } = object.metadata as JsonObject;
    const owner = `[${apiVersion}/${kind}, namespace: ${String(namespace)}, name: ${name}, uid: ${uid}]`;
    await reportEvent(collection.services, ACTOR, {
      component: COMPONENT,
      about: object,
      type: "Warning",
      reason: "OwnerRefInvalidNamespace",
      message: `ownerRef ${owner} does not exist in namespace ${JSON.stringify(namespace)}`,
    });
  }
}
