import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { openEtcdStore } from "../etcd/etcd-store.ts";
import { openFollowerStore } from "../follower/follower-store.ts";
import { hostFollowers } from "../follower/host-followers.ts";
import { openLmdbStore } from "../lmdb/lmdb-store.ts";
import type { Revision, Store } from "../store.ts";
import { isStoreError } from "../store-error.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { createStampedValue, fingerprint } from "../testing/stamped-value.ts";

export interface WriterOptions {
  /** Directory of an embedded store; absent for etcd. */
  readonly directory?: string;
  readonly etcd?: { readonly endpoints: readonly string[]; readonly prefix: string };
  readonly seed: number;
  /** Whether to compact all the time, so that kills also interrupt compaction. */
  readonly isCompacting: boolean;
  /**
   * Set if another process owns the embedded store and the writer follows it. The owner is killed this long after its
   * first write.
   */
  readonly owner?: { readonly killAfterMs?: number };
}

export const writers = 64;
const keys = 2000;
const compactEveryMs = 10;
const keptRevisions = 200;

/**
 * Writes with 64 writers until the process is killed. Prints each acknowledged write to standard output in one line,
 * before that writer continues: `revision type key fingerprint`.
 */
export async function writeUntilKilled(options: WriterOptions): Promise<void> {
  const store = await openStore(options);
  const random = seededRandom(options.seed);
  if (options.isCompacting) setInterval(() => compactSome(store), compactEveryMs);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let i = 0; ; i++) await writeOnce(store, random, `${options.seed}-${writer}-${i} `);
    }),
  );
}

function openStore({ directory, etcd, owner }: WriterOptions): Promise<Store> {
  if (owner !== undefined) return openFollower(directory!, owner);
  if (etcd !== undefined) return openEtcdStore({ ...etcd, compactionIntervalMs: 0, requestTimeoutMs: 2000 });
  return openLmdbStore({ directory: directory! });
}

async function openFollower(directory: string, owner: NonNullable<WriterOptions["owner"]>): Promise<Store> {
  const args = [process.argv[1]!, JSON.stringify({ directory, isOwner: true })];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "pipe"] });
  // After the owner was killed no write is acknowledged; the process stays up until it is killed.
  const onLost = () => setInterval(() => {}, 1000);
  const store = await openFollowerStore({ directory, socket: child.stdio[3] as Duplex, onLost });
  const { killAfterMs } = owner;
  if (killAfterMs !== undefined) {
    // The time counts from the first write.
    const stop = store.onCommit(() => {
      stop();
      setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    });
  }
  return store;
}

/** Owns the store for the writer connected at descriptor 3; the order in which the two processes end is not defined. */
export async function ownUntilLeft({ directory }: Pick<WriterOptions, "directory">): Promise<void> {
  const store = await openLmdbStore({ directory: directory! });
  const socket = new Socket({ fd: 3 });
  socket.once("close", () => process.kill(process.pid, "SIGKILL"));
  hostFollowers(store.followed).attach(socket);
}

function compactSome(store: Store): void {
  store.compact(Math.max(0, store.revision - keptRevisions)).catch(() => undefined);
}

async function writeOnce(store: Store, random: () => number, label: string): Promise<void> {
  const key = `/registry/things/key-${Math.floor(random() * keys)}`;
  const value = createStampedValue(label, Math.floor(random() ** 4 * 20_000));
  const isDelete = random() < 0.2;
  try {
    const current = store.peek(key);
    if (current === undefined) acknowledge(await store.create(key, value), "create", key, fingerprint(value));
    else if (isDelete) acknowledge(await store.delete(key, current), "delete", key, "-");
    else acknowledge(await store.replace(key, value, current), "replace", key, fingerprint(value));
  } catch (error) {
    // On etcd, and beside other workers, another writer may be faster; unacknowledged writes are not checked.
    if (!isStoreError(error)) throw error;
    if (error.code === "unavailable") await new Promise(() => {});
  }
}

function acknowledge(revision: Revision, ...words: readonly string[]): void {
  writeSync(1, `${revision} ${words.join(" ")}\n`);
}
