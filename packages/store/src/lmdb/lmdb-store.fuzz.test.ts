import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MemoryStore } from "../memory/memory-store.ts";
import type { Revision, Store } from "../store.ts";
import { readEvents, readRange, seededRandom } from "../testing/index.ts";
import { type LmdbStore, openLmdbStore } from "./lmdb-store.ts";

const prefix = "/registry/";

// The memory store is the reference for reads at earlier revisions: it keeps a whole tree for each revision and has no
// chains.
it.each([
  { seed: 1, end: closeStore, ending: "closing" },
  { seed: 2, end: closeStore, ending: "closing", unsafeNoSync: true },
  { seed: 3, end: crashStore, ending: "crashes" },
  { seed: 4, end: crashStore, ending: "crashes" },
])(
  "says of every revision what the reference says, across $ending and compaction (seed $seed)",
  async ({ seed, end, unsafeNoSync = false }) => {
    const parent = mkdtempSync(join(tmpdir(), "kiln-fuzz-"));
    let directory = join(parent, "data");
    const random = seededRandom(seed);
    const reference = new MemoryStore();
    let store = await openLmdbStore({ directory, unsafeNoSync });
    let compacted: Revision = 0;
    for (let round = 0; round < 25; round++) {
      await writeSome(store, reference, random);
      if (random() < 0.5) {
        compacted += Math.floor(random() * (store.revision - compacted + 1));
        await Promise.all([store.compact(compacted), reference.compact(compacted)]);
      }
      if (random() < 0.4) {
        directory = await end(store, directory);
        store = await openLmdbStore({ directory, unsafeNoSync });
      }
      await compareAt(store, reference, compacted + Math.floor(random() * (store.revision - compacted + 1)));
      await compareAt(store, reference, store.revision);
    }
    await Promise.all([store.close(), reference.close()]);
    rmSync(parent, { recursive: true });
  },
);

async function closeStore(store: LmdbStore, directory: string): Promise<string> {
  await store.close();
  return directory;
}

/** Copy of the directory as a crash would leave it now: some acknowledged writes are in the journal only. */
async function crashStore(store: LmdbStore, directory: string): Promise<string> {
  const left = `${directory}-left`;
  cpSync(directory, left, { recursive: true, filter: (path) => !path.endsWith("LOCK") });
  await store.close();
  return left;
}

/** The same writes to both, some of them to the same key before the first is durable. */
async function writeSome(store: Store, reference: Store, random: () => number): Promise<void> {
  const answers: Promise<Revision>[] = [];
  const count = Math.floor(random() * 120);
  for (let i = 0; i < count; i++) {
    const key = `${prefix}key-${Math.floor(random() * 40)}`;
    const value = new Uint8Array(Math.floor(random() ** 3 * 9000)).fill(i);
    const isDelete = random() < 0.3;
    for (const each of [store, reference]) answers.push(writeOnce(each, { key, value, isDelete }));
  }
  const revisions = await Promise.all(answers);
  for (let i = 0; i < count; i++) expect(revisions[i * 2]).toBe(revisions[i * 2 + 1]);
}

function writeOnce(
  store: Store,
  { key, value, isDelete }: { readonly key: string; readonly value: Uint8Array; readonly isDelete: boolean },
): Promise<Revision> {
  const current = store.peek(key);
  if (current === undefined) return store.create(key, value);
  return isDelete ? store.delete(key, current) : store.replace(key, value, current);
}

async function compareAt(store: Store, reference: Store, revision: Revision): Promise<void> {
  const [mine, theirs] = await Promise.all([store, reference].map((each) => tellAll(each, revision)));
  expect(mine).toEqual(theirs);
}

/** All state as text: comparing byte by byte takes minutes. */
async function tellAll(store: Store, revision: Revision): Promise<unknown> {
  const all = await readRange(store, { prefix, revision });
  const page = await readRange(store, { prefix, revision, start: `${prefix}key-2`, limit: 7 });
  const events = await readEvents(store, { prefix, after: revision, last: store.revision });
  return {
    count: await store.count({ prefix, revision }),
    entries: all.entries.map(tellEntry),
    page: [page.entries.map(tellEntry), page.next],
    events: events.map((event) => [event.type, tellEntry(event), event.previous && tellEntry(event.previous)]),
  };
}

function tellEntry(entry: { readonly key: string; readonly revision: Revision; readonly value?: Uint8Array }): string {
  const { key, revision, value } = entry;
  return `${key} ${revision} ${value && createHash("md5").update(value).digest("hex")}`;
}
