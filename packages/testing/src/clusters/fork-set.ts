import { appendAll, asObject, type JsonObject, textAt } from "@kiln/api";
import { decodeStoredValue } from "@kiln/kinds";
import type { Entry, Store, StoreEvent } from "@kiln/store";
import type { ImportUploads } from "../imports/import-uploads.ts";
import { FORK_PREFIX, type ForkSpec, type Origin, readForkSpec } from "../kinds/fork.ts";
import { SNAPSHOT_PREFIX } from "../kinds/snapshot.ts";
import type { Cluster } from "./cluster.ts";
import type { ClusterStorage } from "./cluster-storage.ts";
import { readForkToken } from "./print-kubeconfig.ts";

export interface ForkSetOptions {
  readonly storage: ClusterStorage;
  /** Store with the objects of the forks. */
  readonly base: Store;
  readonly uploads: ImportUploads;
  /** Creates a cluster, which is not started yet. */
  createCluster(fork: Fork): Cluster;
  onFailure(error: unknown, what: string): void;
}

export interface Fork {
  readonly name: string;
  readonly origin: Origin;
  readonly seed: number | undefined;
  readonly simulate: boolean | undefined;
  /** Bearer token of the fork's administrator. */
  readonly token: string | undefined;
}

/** Forks and snapshots of a base cluster, as declared by the objects in its store. */
export interface ForkSet {
  find(name: string): Cluster | undefined;
  has(origin: Origin): boolean;
  /** Settles when the resets and deletions requested by earlier writes are done. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface Member {
  readonly cluster: Cluster;
  spec: ForkSpec;
}

/** Resolves once the forks of an earlier run are loaded, and follows the store from then on. */
export async function openForkSet(options: ForkSetOptions): Promise<ForkSet> {
  const { storage, base, onFailure } = options;
  const members = new Map<string, Member>();
  const snapshots = new Set<string>();
  const namesOf = { fork: members, snapshot: snapshots, import: options.uploads };
  const pending = new Set<Promise<void>>();
  const follow = (work: Promise<void>, what: string) => {
    const done = work
      .catch((error) => onFailure(error, what))
      .finally(() => {
        pending.delete(done);
      });
    pending.add(done);
  };
  const add = (name: string, object: JsonObject) => {
    const spec = readForkSpec(object);
    const token = readForkToken(textAt(asObject(object.status), "kubeconfig"));
    const { origin, seed, simulate } = spec;
    members.set(name, { cluster: options.createCluster({ name, origin, seed, simulate, token }), spec });
  };
  const followFork = ({ key, value, type }: StoreEvent) => {
    const name = key.slice(FORK_PREFIX.length);
    const member = members.get(name);
    if (value === undefined) {
      members.delete(name);
      follow(member?.cluster.close().then(() => storage.remove(name)) ?? Promise.resolve(), `deleting fork ${name}`);
      return;
    }
    const object = decodeStoredValue(value);
    if (type === "create") {
      storage.begin(name, readForkSpec(object).origin);
      add(name, object);
    } else if (member !== undefined && readForkSpec(object).resets > member.spec.resets) {
      member.spec = readForkSpec(object);
      follow(
        member.cluster.stop(() => storage.reset(name)),
        `resetting fork ${name}`,
      );
    }
  };
  const followSnapshot = ({ key, value, type }: StoreEvent) => {
    const name = key.slice(SNAPSHOT_PREFIX.length);
    if (value === undefined) {
      snapshots.delete(name);
      follow(storage.removeSnapshot(name), `deleting snapshot ${name}`);
    } else if (type === "create") {
      const { origin } = readForkSpec(decodeStoredValue(value));
      storage.beginSnapshot(name, origin);
      snapshots.add(name);
      if (origin.kind === "import") {
        options.uploads.remove(origin.name);
      }
    }
  };
  const stop = base.onCommit(({ events }) => {
    for (const event of events) {
      if (event.key.startsWith(FORK_PREFIX)) {
        followFork(event);
      } else if (event.key.startsWith(SNAPSHOT_PREFIX)) {
        followSnapshot(event);
      }
    }
  });
  for (const { key, value } of await readAll(base, FORK_PREFIX)) {
    add(key.slice(FORK_PREFIX.length), decodeStoredValue(value));
  }
  for (const { key } of await readAll(base, SNAPSHOT_PREFIX)) {
    snapshots.add(key.slice(SNAPSHOT_PREFIX.length));
  }
  await storage.keepOnly?.(new Set(members.keys()), snapshots);
  return {
    find: (name) => members.get(name)?.cluster,
    has: (origin) => !("name" in origin) || namesOf[origin.kind].has(origin.name),
    async settled() {
      await Promise.all(pending);
    },
    async close() {
      stop();
      await Promise.all([...members.values()].map(({ cluster }) => cluster.close()));
      await Promise.all(pending);
    },
  };
}

async function readAll(store: Store, prefix: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const slice of await store.range({ prefix })) {
    appendAll(entries, slice.entries);
  }
  return entries;
}
