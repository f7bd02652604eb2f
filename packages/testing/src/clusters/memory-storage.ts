import type { Store } from "@kiln/store";
import { emptySnapshot, type MemorySnapshot, MemoryStore, snapshotFromEntries } from "@kiln/store/memory";
import type { Origin } from "../kinds/fork.ts";
import type { ClusterStorage, ReadImport } from "./cluster-storage.ts";

interface Kept {
  readonly start: MemorySnapshot;
  /** Store of the fork; absent until the fork is opened. */
  store?: MemoryStore;
  /** First revision of the store; above the initial one after a reset. */
  revision: number;
}

/** Clock of a store that is only read. */
const IDLE_CLOCK = { now: () => 0, every: () => () => {} };

/** Clusters in memory: a fork shares all unchanged entries with its origin. `wrap` is applied to every store. */
export function createMemoryStorage(wrap: (store: Store) => Store = (store) => store): ClusterStorage {
  let base: MemoryStore | undefined;
  let readImport: ReadImport = () => [];
  const forks = new Map<string, Kept>();
  const snapshots = new Map<string, MemorySnapshot>();
  const get = (name: string): Kept => {
    const kept = forks.get(name);
    if (kept === undefined) {
      throw new Error(`fork ${name} is not there`);
    }
    return kept;
  };
  const snapshotOf = (origin: Origin): MemorySnapshot => {
    switch (origin.kind) {
      case "base":
        return base?.snapshot() ?? emptySnapshot;
      case "empty":
        return emptySnapshot;
      case "snapshot":
        return snapshots.get(origin.name) ?? emptySnapshot;
      case "import":
        return snapshotFromEntries(readImport(origin.name));
      case "fork": {
        const { store, start } = get(origin.name);
        return store?.snapshot() ?? start;
      }
    }
  };
  return {
    async openBase(clock, read) {
      readImport = read;
      base = new MemoryStore({ clock });
      return wrap(base);
    },
    begin(name, origin) {
      const start = snapshotOf(origin);
      forks.set(name, { start, revision: start.revision });
    },
    async open(name, clock) {
      const kept = get(name);
      kept.store = new MemoryStore({ clock }, { ...kept.start, revision: kept.revision });
      return wrap(kept.store);
    },
    async openStart(name) {
      return wrap(new MemoryStore({ clock: IDLE_CLOCK }, get(name).start));
    },
    async reset(name) {
      const kept = get(name);
      // Above every revision that clients have seen: an older watch gets 410 and lists again.
      kept.revision = (kept.store?.revision ?? kept.revision) + 1;
      delete kept.store;
    },
    async remove(name) {
      forks.delete(name);
    },
    beginSnapshot(name, origin) {
      snapshots.set(name, snapshotOf(origin));
    },
    async removeSnapshot(name) {
      snapshots.delete(name);
    },
  };
}
