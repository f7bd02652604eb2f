import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@kiln/store";
import { openEtcdStore } from "@kiln/store/etcd";
import { openLmdbStore } from "@kiln/store/lmdb";
import { findEtcd, startEtcd } from "@kiln/store/testing/start-etcd";
import { open } from "lmdb";
import { Unavailable } from "../benchmark.ts";
import type { WriteOnce } from "./run-writers.ts";

/** A store with 20,000 keys of 1 KiB. */
export interface WriteTarget {
  /** Replaces a random key by compare and swap. */
  readonly write: WriteOnce;
  readonly close: () => Promise<void>;
}

const keyCount = 20_000;
const values = Array.from({ length: 64 }, (_, i) => new Uint8Array(1024).fill(i));

function keyName(i: number): string {
  return `/registry/example.com/crontabs/default/object-${String(i).padStart(7, "0")}`;
}

export async function openLmdbTarget(): Promise<WriteTarget> {
  const directory = mkdtempSync(join(tmpdir(), "kiln-bench-"));
  const store = await openLmdbStore({ directory });
  await fillStore(store, keyCount);
  return {
    write: () => replaceAny(store),
    async close() {
      await store.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export async function openEtcdTarget(): Promise<WriteTarget> {
  const program = findEtcd();
  if (program === undefined) throw new Unavailable("etcd is not installed (apt-get install etcd-server)");
  const cluster = await startEtcd(program);
  const store = await openEtcdStore({ endpoints: cluster.endpoints });
  await fillStore(store, keyCount);
  return {
    write: () => replaceAny(store),
    async close() {
      await store.close();
      await cluster.close();
    },
  };
}

/**
 * The least that plain lmdb needs for compare and swap with a log of revisions: each write is a transaction that reads
 * the key, puts the value, and puts the key into the log. lmdb commits concurrent ones together.
 */
export async function openRawTarget(): Promise<WriteTarget> {
  const directory = mkdtempSync(join(tmpdir(), "kiln-bench-"));
  const root = open({ path: directory, mapSize: 2 ** 36, overlappingSync: false });
  const current = root.openDB<Buffer, string>("current", { encoding: "binary" });
  const log = root.openDB<Buffer, number>("log", { encoding: "binary" });
  let revision = 0;
  const put = (key: string, value: Uint8Array): void => {
    const bytes = Buffer.allocUnsafe(value.length + 8);
    bytes.writeDoubleBE(++revision);
    bytes.set(value, 8);
    void current.put(key, bytes);
    void log.put(revision, Buffer.from(key));
  };
  for (let i = 0; i < keyCount; i += 1000) {
    await root.batch(() => {
      for (let j = i; j < i + 1000; j++) put(keyName(j), values[j % 64]!);
    });
  }
  return {
    write: () => {
      const key = keyName(Math.floor(Math.random() * keyCount));
      const seen = current.get(key)!.readDoubleBE();
      return root.transaction(() => {
        if (current.get(key)!.readDoubleBE() === seen) put(key, values[revision % 64]!);
      });
    },
    async close() {
      await root.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Creates keys, a thousand at a time. */
export async function fillStore(store: Store, count: number, value: Uint8Array = values[0]!): Promise<void> {
  for (let i = 0; i < count; i += 1000) {
    const size = Math.min(1000, count - i);
    await Promise.all(Array.from({ length: size }, (_, j) => store.create(keyName(i + j), value)));
  }
}

/** Replaces a key; a lost compare is repeated, as by a client. */
async function replaceAny(store: Store): Promise<void> {
  const key = keyName(Math.floor(Math.random() * keyCount));
  for (;;) {
    const entry = store.peek(key)!;
    const answer = await store.replace(key, values[entry.revision % 64]!, entry).catch((error) => error);
    if (typeof answer === "number") return;
    if (answer?.code !== "revision-mismatch") throw answer;
  }
}
