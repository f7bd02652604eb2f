import { type KeyQueue, kindPrefix } from "@kiln/api";
import { createKinds, type Head, hasOnlyUid, readHead, readHeadText } from "@kiln/kinds";
import { createSelection, type Selection, type StoreEvent, selectEach, yieldTurn } from "@kiln/store";
import { FOREGROUND, ORPHAN } from "./classify-owners.ts";
import { type Collection, collectGarbage } from "./collect-garbage.ts";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { createOwnerGraph, type OwnerGraph } from "./owner-graph.ts";
import { createWorkQueue } from "./work-queue.ts";

/** Delay before deciding that an owner does not exist; Kubernetes' collector needs about as long. */
const DOUBT_MS = 100;

/** Delay before handling an object that is being deleted: another delete may follow with other options. */
const DELETION_MS = 50;

/**
 * Kubernetes: Events neither own objects nor have owners (garbagecollector/graph_builder.go DefaultIgnoredResources,
 * v1.36).
 */
const IGNORED: ReadonlySet<string> = new Set(["/registry/core/events/", "/registry/events.k8s.io/events/"]);

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
    const follower: Follower = { graph, waiting, queue, woken: new Set(), changed: new Set() };
    let generation = services.registry.generation;
    let isStopped = false;
    const unsubscribe = services.store.onCommit(({ events }) => {
      for (const event of events) {
        follow(follower, event);
      }
      if (generation !== services.registry.generation) {
        generation = services.registry.generation;
        releaseHeld(held, queue);
      }
    });
    fill(services, follower, () => isStopped).catch((error) => {
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
  if (IGNORED.has(kindPrefix(key))) {
    return;
  }
  follower.changed?.add(key);
  const head = value === undefined ? undefined : readRelevantHead(value);
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

/**
 * Metadata of an object that the collector must follow; undefined for most objects, which have no owners and are not
 * being deleted. Decided without parsing.
 */
function readRelevantHead(value: Uint8Array): Head | undefined {
  const text = hasOnlyUid(value) ? undefined : readHeadText(value);
  if (text === undefined || !(text.includes('"owners":') || text.includes('"deleting":'))) {
    return undefined;
  }
  return JSON.parse(text) as Head;
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

interface Relevant {
  readonly key: string;
  readonly head: Head;
}

/** Metadata of the objects that the collector must follow. Forks share it for the objects that they start with. */
const RELEVANT: Selection<Relevant> = createSelection("/registry/", ({ key, value }) => {
  const head = IGNORED.has(kindPrefix(key)) ? undefined : readRelevantHead(value);
  return head === undefined ? undefined : { key, head };
});

/** Adds the objects stored before the follower began, and queues those with work. */
async function fill({ store }: ControllerServices, follower: Follower, isStopped: () => boolean): Promise<void> {
  await selectEach(store, RELEVANT, ({ key, head }) => {
    if (!isStopped() && follower.changed?.has(key) !== true) {
      fillOne(follower, key, head);
    }
  });
  follower.changed = undefined;
  await doubtAll(follower, isStopped);
}

function fillOne(follower: Follower, key: string, head: Head): void {
  follower.graph.set(key, head);
  if (head.deleting === true) {
    followDeletion(follower, key, head);
  }
}

const DOUBTS_A_TURN = 64;

async function doubtAll({ graph, queue }: Follower, isStopped: () => boolean): Promise<void> {
  let count = 0;
  for (const key of graph.keys()) {
    queue.add(key);
    count++;
    if (count % DOUBTS_A_TURN === 0) {
      await yieldTurn();
    }
    if (isStopped()) {
      return;
    }
  }
}
