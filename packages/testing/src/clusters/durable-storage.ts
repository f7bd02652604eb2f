import { existsSync, linkSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Entry, Revision, Store, StoreClock } from "@kiln/store";
import { BackupWriter, restoreBackup, writeBackup } from "@kiln/store/backup";
import type { Origin } from "../kinds/fork.ts";
import type { ClusterStorage, ReadImport } from "./cluster-storage.ts";

export interface DurableStorageOptions {
  /** Directory of the base cluster's store. */
  readonly baseDirectory: string;
  /** Directory of the forks and snapshots. */
  readonly folder: string;
  /** Opens the store in a directory, which is created if needed. */
  openStore(directory: string, clock: StoreClock): Promise<Store>;
  readonly now: () => Date;
}

/**
 * Clusters on disk: a fork is a copy of its origin, made before its object is written and kept for resets, and a
 * separate store, created from the copy when it is first opened. Acknowledged writes survive the process, as in the
 * base.
 */
export function createDurableStorage(options: DurableStorageOptions): ClusterStorage {
  const { baseDirectory, folder, openStore, now } = options;
  const forkFolder = (name: string) => join(folder, "forks", name);
  const dataOf = (name: string) => join(forkFolder(name), "data");
  const startOf = (name: string) => join(forkFolder(name), "start.backup");
  const snapshotOf = (name: string) => join(folder, "snapshots", `${name}.backup`);
  const open = new Map<string, Store>();
  let reading = 0;
  let readImport: ReadImport = () => [];

  /** Copies the state of the origin; writes nothing for an empty one. */
  const copyTo = async (file: string, origin: Origin): Promise<void> => {
    const stored = origin.kind === "snapshot" ? snapshotOf(origin.name) : undefined;
    const directory = origin.kind === "fork" ? dataOf(origin.name) : baseDirectory;
    if (origin.kind === "empty") {
      return;
    }
    if (origin.kind === "import") {
      writeEntries(file, readImport(origin.name));
      return;
    }
    if (stored === undefined && existsSync(directory)) {
      await writeBackup({ directory, file });
      return;
    }
    const source = stored ?? startOf("name" in origin ? origin.name : "");
    if (existsSync(source)) {
      linkSync(source, file);
    }
  };
  const restore = async (name: string, beginAt: (start: Revision) => Revision): Promise<void> => {
    const { replaced } = await restoreBackup({ directory: dataOf(name), file: startOf(name), now, beginAt });
    if (replaced !== undefined) {
      rmSync(replaced, { recursive: true, force: true });
    }
  };
  return {
    openBase(clock, read) {
      readImport = read;
      return openStore(baseDirectory, clock);
    },
    async prepare(kind, name, origin) {
      const file = kind === "fork" ? startOf(name) : snapshotOf(name);
      rmSync(kind === "fork" ? forkFolder(name) : file, { recursive: true, force: true });
      mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
      await copyTo(file, origin);
    },
    begin() {},
    async open(name, clock) {
      if (!existsSync(dataOf(name)) && existsSync(startOf(name))) {
        await restore(name, (start) => start);
      }
      const store = await openStore(dataOf(name), clock);
      open.set(name, store);
      return store;
    },
    async openStart(name) {
      const directory = `${forkFolder(name)}/start-${reading++}`;
      if (existsSync(startOf(name))) {
        await restoreBackup({ directory, file: startOf(name), now, beginAt: (start) => start });
      }
      const store = await openStore(directory, IDLE_CLOCK);
      return closingWith(store, () => rmSync(directory, { recursive: true, force: true }));
    },
    async reset(name) {
      const newest = open.get(name)?.revision ?? (await readRevision(dataOf(name), openStore));
      open.delete(name);
      if (existsSync(startOf(name))) {
        await restore(name, (start) => Math.max(start, newest + 1));
      } else {
        rmSync(dataOf(name), { recursive: true, force: true });
      }
    },
    async remove(name) {
      open.delete(name);
      rmSync(forkFolder(name), { recursive: true, force: true });
    },
    beginSnapshot() {},
    async removeSnapshot(name) {
      rmSync(snapshotOf(name), { force: true });
    },
    async keepOnly(forks, snapshots) {
      removeOthers(join(folder, "forks"), (name) => forks.has(name));
      removeOthers(join(folder, "snapshots"), (file) => snapshots.has(file.replace(/\.backup$/, "")));
    },
  };
}

function writeEntries(file: string, entries: readonly Entry[]): void {
  const writer = new BackupWriter(file);
  for (const entry of entries) {
    writer.add({ ...entry, expiresAtMs: 0 });
  }
  writer.finish(entries.at(-1)?.revision ?? 0);
}

/** Clock of a store that is only read. */
const IDLE_CLOCK: StoreClock = { now: () => 0, every: () => () => {} };

/** The same store for reading; `after` runs when it is closed. */
function closingWith(store: Store, after: () => void): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === "close") {
        return () => target.close().then(after);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Revision of a store that is not open; 0 if there is none. */
async function readRevision(directory: string, openStore: DurableStorageOptions["openStore"]): Promise<Revision> {
  if (!existsSync(directory)) {
    return 0;
  }
  const store = await openStore(directory, IDLE_CLOCK);
  try {
    return store.revision;
  } finally {
    await store.close();
  }
}

function removeOthers(folder: string, isKept: (name: string) => boolean): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!isKept(name)) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}
