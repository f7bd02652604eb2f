import {
  type CowTree,
  createTree,
  treeDelete,
  treeEntries,
  treeFromSorted,
  treeGet,
  treeSet,
  treeSize,
} from "../cow-tree.ts";
import { compareKeys } from "../key-order.ts";
import type { Revision } from "../store.ts";
import type { IndexEntry, StoreState } from "./layout.ts";
import type { LmdbTables } from "./lmdb-tables.ts";

export interface IndexRow {
  readonly key: string;
  readonly state: IndexEntry;
}

/** Rows to write to the index table, and the revision up to which the table is complete once the last step is done. */
export interface IndexStep {
  readonly rows: readonly IndexRow[];
  readonly indexedUpTo: Revision | undefined;
}

/** This many keys wait in memory before they go into the index table, or twice this many writes of fewer keys. */
const checkpointSize = 8192;

/** Few enough rows not to delay a batch. A batch of many writes takes twice as many, so that rows do not accumulate. */
const stepSize = 512;

/**
 * Newest revision of each key. A write goes to the log table only; its index row is written later with thousands of
 * others in key order, so that each page of the index is written once for many of them. Until then the row is kept in
 * memory.
 */
export class KeyIndex {
  readonly #tables: LmdbTables;
  /** Whether the table may contain rows; while all entries are in memory, the disk need not be read. */
  #hasRows: boolean;
  #waiting: CowTree<IndexEntry> = createTree();
  /**
   * Newest revision in the log, which contains every write up to it. Writes that bypass the journal are in the log
   * before they are added here.
   */
  #newest: Revision;
  #checkpoint: { readonly rows: Iterator<readonly [string, IndexEntry]>; readonly upTo: Revision } | undefined;

  /** `indexed` is the revision up to which the table is complete. */
  constructor(tables: LmdbTables, indexed: Revision) {
    this.#tables = tables;
    this.#newest = indexed;
    this.#hasRows = tables.scanIndex({ start: "", end: undefined, limit: 1 }).length > 0;
  }

  get(key: string): IndexEntry | undefined {
    return treeGet(this.#waiting, key) ?? (this.#hasRows ? this.#tables.readIndex(key) : undefined);
  }

  /** Adds a write that is in the log. */
  add(key: string, state: IndexEntry): void {
    this.#waiting = treeSet(this.#waiting, key, state);
    this.#newest = Math.max(this.#newest, state.revision);
  }

  /** At most `limit` rows in key order, deleted keys included; `isComplete` if none is left before `end`. */
  scan(range: { readonly start: string; readonly end: string | undefined; readonly limit: number }): {
    readonly rows: readonly IndexRow[];
    readonly isComplete: boolean;
  } {
    const stored = this.#hasRows ? this.#tables.scanIndex(range) : [];
    const rows = this.#merge(stored, range);
    return { rows, isComplete: rows.length < range.limit };
  }

  /** Whether a checkpoint is half done: some of its rows are written. */
  get isStepping(): boolean {
    return this.#checkpoint !== undefined;
  }

  /**
   * Next rows to write: none unless many are waiting, or compaction needs the index to advance. No row is later than
   * `newest`, which the log table will contain: the index must be correct without the journal.
   */
  nextStep(state: StoreState, { newest, writes }: { newest: Revision; writes: number }): IndexStep | undefined {
    if (this.#checkpoint === undefined) {
      const isDue = treeSize(this.#waiting) >= checkpointSize || state.revision - state.indexed >= 2 * checkpointSize;
      if (!isDue && state.indexed >= state.compacted) return undefined;
      this.#checkpoint = { rows: treeEntries(this.#waiting), upTo: Math.min(state.revision, this.#newest) };
    }
    this.#hasRows = true;
    const { rows: source, upTo } = this.#checkpoint;
    const rows: IndexRow[] = [];
    const limit = Math.max(stepSize, 2 * writes);
    while (rows.length < limit) {
      const { done, value } = source.next();
      if (done) return { rows, indexedUpTo: upTo };
      const [key, state] = value;
      // A key that was written since then stays in memory until the next checkpoint.
      if (state.revision <= newest && treeGet(this.#waiting, key) === state) rows.push({ key, state });
    }
    return { rows, indexedUpTo: undefined };
  }

  /** Called when the step is durable. */
  finishStep({ rows, indexedUpTo }: IndexStep): void {
    for (const { key, state } of rows) {
      if (treeGet(this.#waiting, key) === state) this.#waiting = treeDelete(this.#waiting, key);
    }
    if (indexedUpTo !== undefined) this.#checkpoint = undefined;
  }

  /** For a process that follows the owner of the tables: drops rows that the index table contains. */
  dropIndexed(upTo: Revision): void {
    this.#hasRows = true;
    const left = [...treeEntries(this.#waiting)].filter(([, state]) => state.revision > upTo);
    this.#waiting = treeFromSorted(
      left.map(([key]) => key),
      left.map(([, state]) => state),
    );
  }

  /** Called when a step failed: the next one starts over. */
  abandonCheckpoint(): void {
    this.#checkpoint = undefined;
  }

  /** First `limit` rows of those stored and those waiting, which are newer. */
  #merge(
    stored: readonly IndexRow[],
    { start, end, limit }: { readonly start: string; readonly end: string | undefined; readonly limit: number },
  ): readonly IndexRow[] {
    const rows: IndexRow[] = [];
    let next = 0;
    for (const [key, state] of treeEntries(this.#waiting, start)) {
      if (end !== undefined && compareKeys(key, end) >= 0) break;
      while (next < stored.length && rows.length < limit && compareKeys(stored[next]!.key, key) < 0) {
        rows.push(stored[next++]!);
      }
      if (rows.length === limit) return rows;
      if (stored[next]?.key === key) next += 1;
      rows.push({ key, state });
    }
    if (rows.length === 0) return stored;
    for (; next < stored.length && rows.length < limit; next++) rows.push(stored[next]!);
    return rows;
  }
}
