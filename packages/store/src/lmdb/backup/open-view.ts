import { existsSync } from "node:fs";
import { join } from "node:path";
import { findHolder } from "../../directory-lock.ts";
import type { Revision } from "../../store.ts";
import { isStoreError, StoreError } from "../../store-error.ts";
import { checkDataFile } from "../check-data-file.ts";
import type { LoggedWrite } from "../journal.ts";
import { type IndexRow, KeyIndex } from "../key-index.ts";
import { dataFile, emptyState, type IndexEntry, type StoreState } from "../layout.ts";
import { LmdbTables } from "../lmdb-tables.ts";
import { checkFormatOf } from "../prepare-directory.ts";
import { loadJournal, salvageJournal } from "../read-journal.ts";

export interface ViewOptions {
  readonly directory: string;
  readonly isReadable?: ((value: Uint8Array) => boolean) | undefined;
  /** Opens even a store with damaged pages, and finds keys without the index, to read as much as possible. */
  readonly skipsDamaged?: boolean;
}

/**
 * A store as it is at one moment, read by a process that does not own it: a server may go on writing. Good for one turn of
 * the event loop, because the next one may see a later moment.
 */
export interface StoreView {
  readonly tables: LmdbTables;
  readonly revision: Revision;
  readonly pending: ReadonlyMap<Revision, LoggedWrite>;
  /** Damage of pages and journal; the readable rest is in the view. */
  readonly damage: readonly StoreError[];
  /** Index rows of all keys in order, those of deleted keys included. */
  rows(): Generator<IndexRow>;
  close(): Promise<void>;
}

const attempts = 50;
const pauseMs = 20;
const damageAttempts = 5;
const mapSizeBytes = 64 * 2 ** 30;
const scanLimit = 1000;

/** Throws StoreError if nothing can be read at all. */
export async function openView(options: ViewOptions): Promise<StoreView> {
  const { directory, isReadable, skipsDamaged = false } = options;
  const path = join(directory, dataFile);
  if (!existsSync(path))
    throw new StoreError("no-access", `There is no store in ${directory}: --data-dir names another.`);
  checkFormatOf(directory);
  const isInUse = findHolder(directory) !== undefined;
  // LMDB trusts its file: damage that would crash it must be found first. A file in use changes while it is read.
  const pages = isInUse ? undefined : findPageDamage(path);
  if (pages !== undefined && !skipsDamaged) throw pages;
  const pending = new Map<Revision, LoggedWrite>();
  const tables = new LmdbTables({ directory, mapSizeBytes, isDurable: false, isReadOnly: true, pending, isReadable });
  try {
    const { state, writes, damage } = await readMoment(tables, directory, isInUse);
    for (const write of writes) pending.set(write.revision, write);
    const found = pages ?? (isInUse ? await findLastingDamage(path) : undefined);
    if (found !== undefined && !skipsDamaged) throw found;
    return createView({ tables, state, pending, damage: found === undefined ? damage : [found, ...damage] });
  } catch (error) {
    await tables.close();
    throw error;
  }
}

interface Moment {
  readonly state: StoreState;
  readonly writes: readonly LoggedWrite[];
  readonly damage: readonly StoreError[];
}

/**
 * The journal is read first: its batches are in the tables by now, or still in it. While a server writes to it, a batch
 * may be incomplete, which is temporary.
 */
async function readMoment(tables: LmdbTables, directory: string, isInUse: boolean): Promise<Moment> {
  for (let attempt = 1; ; attempt++) {
    tables.refresh();
    try {
      const read = loadJournal(directory);
      const state = tables.readState() ?? emptyState;
      // `journaled` only serves to notice a lost journal. A running server checked that when it started, and it may
      // append batches after this copy was read.
      const writes = read(isInUse ? { ...state, journaled: 0 } : state);
      return { state, writes, damage: [] };
    } catch (error) {
      if (!isStoreError(error, "corrupt")) throw error;
      if (!isInUse || attempt === attempts) {
        const state = tables.readState() ?? emptyState;
        return { state, writes: salvageJournal(directory, state.revision), damage: [error] };
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Damage of a file in use. A server may write pages while they are read, so only damage found twice counts. */
async function findLastingDamage(path: string): Promise<StoreError | undefined> {
  for (let attempt = 1; ; attempt++) {
    const found = findPageDamage(path);
    if (found === undefined || attempt === damageAttempts) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function findPageDamage(path: string): StoreError | undefined {
  try {
    checkDataFile(path, { isWhole: true });
    return undefined;
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return error;
  }
}

interface ViewParts {
  readonly tables: LmdbTables;
  readonly state: StoreState;
  readonly pending: ReadonlyMap<Revision, LoggedWrite>;
  readonly damage: readonly StoreError[];
}

function createView({ tables, state, pending, damage }: ViewParts): StoreView {
  const revision = state.revision + pending.size;
  const rows = damage.length > 0 ? () => scanLog(tables, revision) : openIndex(tables, state.indexed, revision);
  return { tables, revision, pending, damage, rows, close: () => tables.close() };
}

function openIndex(tables: LmdbTables, indexed: Revision, revision: Revision): () => Generator<IndexRow> {
  const index = new KeyIndex(tables, indexed);
  for (let each = indexed + 1; each <= revision; each++) {
    const head = tables.readRecordHead(each);
    if (head !== undefined) index.add(head.key, { revision: each, isDeleted: head.type === "delete" });
  }
  return () => scanAll(index);
}

/** The index, computed from the log alone. */
function* scanLog(tables: LmdbTables, revision: Revision): Generator<IndexRow> {
  const newest = new Map<string, IndexEntry>();
  for (let each = 1; each <= revision; each++) {
    const head = tables.readRecordHead(each);
    if (head !== undefined) newest.set(head.key, { revision: each, isDeleted: head.type === "delete" });
  }
  for (const [key, state] of newest) yield { key, state };
}

function* scanAll(index: KeyIndex): Generator<IndexRow> {
  for (let start = ""; ; ) {
    const { rows, isComplete } = index.scan({ start, end: undefined, limit: scanLimit });
    yield* rows;
    if (isComplete) return;
    start = `${rows.at(-1)!.key}\0`;
  }
}
