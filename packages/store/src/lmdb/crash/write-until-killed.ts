import { writeSync } from "node:fs";
import { openEtcdStore } from "../../etcd/etcd-store.ts";
import type { Revision, Store } from "../../store.ts";
import { isStoreError } from "../../store-error.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { openLmdbStore } from "../lmdb-store.ts";
import { createStampedValue, fingerprint } from "./stamped-value.ts";

export interface WriterOptions {
  /** Of an embedded store; absent for etcd. */
  readonly directory?: string;
  readonly etcd?: { readonly endpoints: readonly string[]; readonly prefix: string };
  readonly seed: number;
  /** Whether to compact all the time, so that it too is killed. */
  readonly isCompacting: boolean;
}

export const writers = 64;
const keys = 2000;
const compactEveryMs = 10;
const keptRevisions = 200;

/**
 * Writes with 64 writers until someone kills the process, and says each acknowledgement on standard output, in one
 * line, before the writer goes on: `revision type key fingerprint`.
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

function openStore({ directory, etcd }: WriterOptions): Promise<Store> {
  if (etcd !== undefined) return openEtcdStore({ ...etcd, compactionIntervalMs: 0, requestTimeoutMs: 2000 });
  return openLmdbStore({ directory: directory! });
}

function compactSome(store: Store): void {
  void store.compact(Math.max(0, store.revision - keptRevisions));
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
    // On etcd another writer may be faster; unacknowledged writes are not checked.
    if (!isStoreError(error)) throw error;
  }
}

function acknowledge(revision: Revision, ...words: readonly string[]): void {
  writeSync(1, `${revision} ${words.join(" ")}\n`);
}
