import { join } from "node:path";
import { openEtcdStore } from "../etcd/etcd-store.ts";
import { openLmdbStore } from "../lmdb/lmdb-store.ts";
import type { Store } from "../store.ts";
import { isStoreError } from "../store-error.ts";
import type { EtcdCluster } from "../testing/start-etcd.ts";
import type { WriterOptions } from "./write-until-killed.ts";

/** A store under the crash test: processes that write to it are killed repeatedly. */
export interface CrashTarget {
  readonly name: string;
  /** Whether each write takes the next revision, without gaps. */
  readonly isGapless: boolean;
  writer(round: number): Omit<WriterOptions, "seed">;
  /** Called when the writer is dead. */
  afterKill(round: number): Promise<void>;
  open(): Promise<Store>;
}

/** The writer also compacts in every other round, at short intervals, so that kills interrupt compaction. */
export function createEmbeddedTarget(directory: string): CrashTarget {
  const data = join(directory, "data");
  return {
    name: "embedded",
    isGapless: true,
    writer: (round) => ({ directory: data, isCompacting: round % 2 === 1 }),
    afterKill: async () => {},
    open: () => openLmdbStore({ directory: data }),
  };
}

const openTries = 200;
const openPauseMs = 25;

/**
 * Crash test of two processes: a worker, and the owner of the store to which the worker sends its writes. Every other
 * round kills the owner first; in the others the owner ends with the killed worker.
 */
export function createWorkerTarget(directory: string): CrashTarget {
  const data = join(directory, "data");
  return {
    name: "workers",
    isGapless: true,
    writer: (round) => ({
      directory: data,
      isCompacting: round % 4 > 1,
      owner: round % 2 === 1 ? { killAfterMs: 20 + ((round * 37) % 300) } : {},
    }),
    afterKill: async () => {},
    async open() {
      for (let left = openTries; ; left--) {
        try {
          return await openLmdbStore({ directory: data });
        } catch (error) {
          // The owner process has not ended yet.
          if (!isStoreError(error, "locked") || left === 0) throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, openPauseMs));
      }
    },
  };
}

const etcdKillEvery = 5;

/** etcd itself is killed too, in every fifth round. */
export function createEtcdTarget(etcd: EtcdCluster): CrashTarget {
  const options = { endpoints: etcd.endpoints, prefix: "/crash" };
  return {
    name: "etcd",
    isGapless: false,
    writer: () => ({ etcd: options, isCompacting: false }),
    async afterKill(round) {
      if (round % etcdKillEvery !== etcdKillEvery - 1) return;
      await etcd.members[0]!.kill();
      await etcd.members[0]!.start();
    },
    open: () => openEtcdStore({ ...options, compactionIntervalMs: 0 }),
  };
}
