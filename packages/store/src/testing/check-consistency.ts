import { compareKeys } from "../key-order.ts";
import type { Entry, EventBatch, Store } from "../store.ts";
import { readRange } from "./read-range.ts";

/** Follows a store's commits from an empty state on, to compare with the store's content at the end. */
export interface Follower {
  /** Inconsistencies, as sentences. */
  check(): Promise<string[]>;
}

/** The store must be empty under the prefix. */
export function followStore(store: Store, prefix: string): Follower {
  const entries = new Map<string, Entry>();
  const faults: string[] = [];
  let revision = store.revision;
  store.onCommit((batch) => {
    faults.push(...applyBatch(entries, batch, revision));
    revision = batch.revision;
  });
  return { check: async () => [...faults, ...(await compare(store, prefix, entries))] };
}

/** Applies a batch to `entries`; returns its inconsistencies. */
function applyBatch(entries: Map<string, Entry>, batch: EventBatch, after: number): string[] {
  const faults: string[] = [];
  let last = after;
  for (const { key, value, revision, previous } of batch.events) {
    if (revision <= last) faults.push(`commit ${revision} follows ${last}`);
    last = revision;
    const before = entries.get(key);
    if (before?.revision !== previous?.revision || !sameBytes(before?.value, previous?.value)) {
      faults.push(`commit ${revision} of ${key} has another previous value than was committed before`);
    }
    if (value === undefined) entries.delete(key);
    else entries.set(key, { key, value, revision });
  }
  if (batch.revision < last) faults.push(`batch ends at ${batch.revision}, before its event ${last}`);
  return faults;
}

async function compare(store: Store, prefix: string, expected: ReadonlyMap<string, Entry>): Promise<string[]> {
  const faults: string[] = [];
  const { entries } = await readRange(store, { prefix });
  if (entries.length !== expected.size) faults.push(`${entries.length} keys instead of ${expected.size}`);
  if ((await store.count({ prefix })) !== expected.size) faults.push("the count is not the number of keys");
  for (const [i, entry] of entries.entries()) {
    const wanted = expected.get(entry.key);
    if (wanted?.revision !== entry.revision || !sameBytes(wanted.value, entry.value)) {
      faults.push(`${entry.key} is not as it was committed`);
    }
    const alone = await store.get(entry.key);
    if (alone?.revision !== entry.revision || !sameBytes(alone.value, entry.value)) {
      faults.push(`${entry.key} reads otherwise alone than in a range`);
    }
    if (i > 0 && compareKeys(entries[i - 1]!.key, entry.key) >= 0) faults.push(`${entry.key} is out of order`);
  }
  return faults;
}

export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
