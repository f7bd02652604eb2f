import type { KeyQueue } from "@kiln/api";
import { createKinds, type Head, readHead } from "@kiln/kinds";
import { isStoreError, remembersSelections, type StoreEvent, selectEach, yieldTurn } from "@kiln/store";
import { createHeadMemory, FOREGROUND, type HeadMemory, ORPHAN } from "./classify-owners.ts";
import { type Collection, collectGarbage } from "./collect-garbage.ts";
import type { Controller } from "./controller.ts";
import { FOLLOWED, type FollowedObject, hasSolidOwners, isFollowed, readFollowedHead } from "./followed-objects.ts";
import { createOwnerGraph, type OwnerGraph } from "./owner-graph.ts";
import { createWorkQueue } from "./work-queue.ts";

/** Delay before deciding that an owner does not exist; Kubernetes' collector needs about as long. */
const DOUBT_MS = 100;

/** Delay before handling an object that is being deleted: another delete may follow with other options. */
const DELETION_MS = 50;

/**
 * Deletes objects without owners, and handles the finalizers of foreground deletion and orphaning. Follows owner
 * references in the metadata of commits; an object is decoded only when it is handled.
 */
export const garbageCollector: Controller = {
  name: "garbage-collector-controller",
  start(services) {
    const graph = createOwnerGraph();
    const waiting = new Map<string, string>();
    const held = new Set<string>();
    const hold = (key: string) => held.add(key);
    const kinds = createKinds(services.registry);
    const wakeDependents = (uid: string) => wake(follower, uid);
    const collection: Collection = { services, kinds, graph, waiting, hold, wakeDependents };
    const work = (key: string) => collectGarbage(collection, key);
    const queue = createWorkQueue({ services, name: "garbage-collector", work });
    const heads = createHeadMemory(services.store);
    const follower: Follower = { graph, waiting, queue, woken: new Set(), heads, changed: new Set() };
    let generation = services.registry.generation;
    let isStopped = false;
    const unsubscribe = services.store.onCommit(({ events }) => {
      heads.clear();
      for (const event of events) {
        follow(follower, event);
      }
      if (generation !== services.registry.generation) {
        generation = services.registry.generation;
        releaseHeld(held, queue);
      }
    });
    fill(collection, follower, () => isStopped).catch((error) => {
      if (isStopped && isStoreError(error, "closed")) {
        return;
      }
      services.log.error(
        { err: error },
        "garbage collector: initial scan failed: dependents whose owner is gone are not deleted before the next start",
      );
    });
    return {
      stop() {
        isStopped = true;
        unsubscribe();
        queue.stop();
      },
    };
  },
};

interface Follower {
  readonly graph: OwnerGraph;
  readonly waiting: Map<string, string>;
  readonly queue: KeyQueue;
  /** Uids of objects in foreground deletion whose dependents have been queued. */
  readonly woken: Set<string>;
  /** Metadata of owners while the stored objects are being read. */
  readonly heads: HeadMemory;
  /** Keys written while the stored objects are being read; undefined after that. */
  changed: Set<string> | undefined;
}

/** Queues the held objects again: another kind is served, which may be theirs or that of their owners. */
function releaseHeld(held: Set<string>, queue: KeyQueue): void {
  for (const key of held) {
    queue.add(key);
  }
  held.clear();
}

/** Updates the state by one write, and queues the objects that the write affects. */
function follow(follower: Follower, event: StoreEvent): void {
  const { key, value, previous } = event;
  if (!isFollowed(key)) {
    return;
  }
  follower.changed?.add(key);
  const head = value === undefined ? undefined : readFollowedHead(value);
  const { added, unblocked } = follower.graph.set(key, head);
  if (added.length > 0) {
    follower.queue.add(key, DOUBT_MS);
  }
  for (const uid of unblocked) {
    const owner = follower.waiting.get(uid);
    if (owner !== undefined) {
      follower.queue.add(owner);
    }
  }
  if (value === undefined) {
    forget(follower, previous === undefined ? undefined : readHead(previous.value)?.uid);
  } else if (head?.deleting === true) {
    followDeletion(follower, key, head);
  }
}

/** Removes a deleted object from the state, and wakes owners that waited for it. */
function forget({ graph, waiting, woken, queue }: Follower, uid = ""): void {
  waiting.delete(uid);
  woken.delete(uid);
  graph.markGone(uid);
  for (const key of graph.dependentsOf(uid)) {
    queue.add(key);
  }
}

function followDeletion(follower: Follower, key: string, { uid, finalizers = [] }: Head): void {
  const { waiting, woken, queue } = follower;
  if (finalizers.includes(ORPHAN)) {
    queue.add(key, DELETION_MS);
  } else if (!finalizers.includes(FOREGROUND)) {
    waiting.delete(uid);
    woken.delete(uid);
  } else if (!waiting.has(uid)) {
    waiting.set(uid, key);
    queue.add(key, DELETION_MS);
  }
}

/** Queues the dependents of an owner in foreground deletion, once: later changes of them queue them anyway. */
function wake({ graph, woken, queue }: Follower, uid: string): void {
  if (!woken.has(uid)) {
    woken.add(uid);
    for (const dependent of graph.dependentsOf(uid)) {
      queue.add(dependent);
    }
  }
}

/** Adds the objects stored before the follower began, and queues those with work. */
async function fill(collection: Collection, follower: Follower, isStopped: () => boolean): Promise<void> {
  const { store } = collection.services;
  const search = { ...collection, headOf: follower.heads.headOf };
  // Other stores would decode every object in one turn.
  const remembers = remembersSelections(store);
  const doubtful: string[] = [];
  await selectEach(store, FOLLOWED, (object) => {
    if (isStopped() || follower.changed?.has(object.key) === true) {
      return;
    }
    fillOne(follower, object);
    if (!remembers || !hasSolidOwners(search, object)) {
      doubtful.push(object.key);
    }
  });
  follower.changed = undefined;
  follower.heads.clear();
  await doubtAll(follower, doubtful, isStopped);
}

function fillOne(follower: Follower, { key, head }: FollowedObject): void {
  follower.graph.set(key, head);
  if (head.deleting === true) {
    followDeletion(follower, key, head);
  }
}

const DOUBTS_A_TURN = 64;

async function doubtAll({ queue }: Follower, doubtful: readonly string[], isStopped: () => boolean): Promise<void> {
  for (let i = 0; i < doubtful.length && !isStopped(); i += DOUBTS_A_TURN) {
    for (const key of doubtful.slice(i, i + DOUBTS_A_TURN)) {
      queue.add(key);
    }
    await yieldTurn();
  }
}
