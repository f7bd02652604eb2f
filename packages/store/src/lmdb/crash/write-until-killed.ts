import { writeSync } from "node:fs";
import type { Revision } from "../../store.ts";
import { seededRandom } from "../../testing/seeded-random.ts";
import { type LmdbStore, openLmdbStore } from "../lmdb-store.ts";
import { createStampedValue, fingerprint } from "./stamped-value.ts";

export interface WriterOptions {
  readonly directory: string;
  readonly seed: number;
  /** Whether to compact all the time, so that it too is killed. */
  readonly isCompacting: boolean;
}

const writers = 64;
const keys = 2000;
const compactEveryMs = 10;
const keptRevisions = 200;

/**
 * Writes with 64 writers until someone kills the process, and says each acknowledgement on standard output, in one
 * line, before the writer goes on: `revision type key fingerprint`.
 */
export async function writeUntilKilled(options: WriterOptions): Promise<void> {
  const store = await openLmdbStore(options);
  const random = seededRandom(options.seed);
  if (options.isCompacting) setInterval(() => compactSome(store), compactEveryMs);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let i = 0; ; i++) await writeOnce(store, random, `${options.seed}-${writer}-${i} `);
    }),
  );
}

function compactSome(store: LmdbStore): void {
  void store.compact(Math.max(0, store.revision - keptRevisions));
}

async function writeOnce(store: LmdbStore, random: () => number, label: string): Promise<void> {
  const key = `/registry/things/key-${Math.floor(random() * keys)}`;
  const value = createStampedValue(label, Math.floor(random() ** 4 * 20_000));
  const current = store.peek(key);
  if (current === undefined) acknowledge(await store.create(key, value), "create", key, fingerprint(value));
  else if (random() < 0.2) acknowledge(await store.delete(key, current), "delete", key, "-");
  else acknowledge(await store.replace(key, value, current), "replace", key, fingerprint(value));
}

function acknowledge(revision: Revision, ...words: readonly string[]): void {
  writeSync(1, `${revision} ${words.join(" ")}\n`);
}
