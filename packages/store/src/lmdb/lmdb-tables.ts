import { statfsSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";
import type { Entry, Revision } from "../store.ts";
import { StoreError } from "../store-error.ts";
import {
  decodeIndexEntry,
  decodeRecordHead,
  decodeState,
  encodeExpiryKey,
  encodeIndexEntry,
  encodeState,
  type IndexEntry,
  type RecordHead,
  readNumber,
  type StoreState,
  writeNumber,
} from "./layout.ts";

export interface LmdbTablesOptions {
  readonly directory: string;
  readonly mapSizeBytes: number;
  readonly isDurable: boolean;
  /** Records that are durable elsewhere and not in the log table yet: they are read as if they were. */
  readonly pending: ReadonlyMap<Revision, { readonly record: Buffer }>;
}

export interface Expiry {
  readonly atMs: number;
  readonly revision: Revision;
  readonly key: string;
}

/** Memory for a value. */
export type Allocate = (size: number) => Uint8Array;

function allocateOwn(size: number): Uint8Array {
  return new Uint8Array(size);
}

/** A log record with a copy of its value, which is empty for a delete. */
export interface LogRecord {
  readonly type: RecordHead["type"];
  readonly chain: Revision;
  readonly entry: Entry;
}

type Table = Database<Buffer, Buffer>;

const binary = { encoding: "binary", keyEncoding: "binary" } as const;
const stateKey = Buffer.from("state");

/**
 * The tables on disk, typed; the only file that knows the lmdb package. Reads are synchronous and see committed
 * transactions only; nothing read refers to the memory map once a method has returned.
 */
export class LmdbTables {
  readonly #directory: string;
  readonly #pending: LmdbTablesOptions["pending"];
  readonly #root: RootDatabase;
  readonly #log: Table;
  readonly #index: Table;
  readonly #expiries: Table;
  readonly #state: Table;
  /** Keys are copied as soon as they are used. */
  readonly #revisionKey = Buffer.alloc(8);

  constructor(options: LmdbTablesOptions) {
    this.#directory = options.directory;
    this.#pending = options.pending;
    const ownerOnly = { permissionsMode: 0o600 };
    this.#root = open({
      ...ownerOnly,
      path: options.directory,
      // lmdb would take a directory with a dot in its name for a file.
      noSubdir: false,
      mapSize: options.mapSizeBytes,
      // Readers would otherwise see what is not yet on disk, and a power cut could take it back.
      overlappingSync: false,
      noSync: !options.isDurable,
      // Each write() is a transaction of its own; lmdb's own batches would leave a promise behind that nobody hears.
      eventTurnBatching: false,
      maxDbs: 4,
      // Objects of a kilobyte or two leave half of smaller pages empty.
      pageSize: 8192,
    });
    this.#log = this.#root.openDB("log", binary);
    this.#index = this.#root.openDB("index", binary);
    this.#expiries = this.#root.openDB("expiries", binary);
    this.#state = this.#root.openDB("state", binary);
  }

  readState(): StoreState | undefined {
    const bytes = this.#state.getBinary(stateKey);
    if (bytes === undefined) return undefined;
    const state = decodeState(bytes as Buffer);
    if (state === undefined) throw corrupt("the state row has the wrong size");
    return state;
  }

  readIndex(key: string): IndexEntry | undefined {
    const bytes = this.#index.getBinaryFast(Buffer.from(key));
    return bytes && decodeIndexEntry(bytes as Buffer);
  }

  /** Index rows from `start` up to, but not including, `end`. */
  scanIndex(range: { readonly start: string; readonly end: string | undefined; readonly limit: number }): {
    readonly key: string;
    readonly state: IndexEntry;
  }[] {
    const rows: { readonly key: string; readonly state: IndexEntry }[] = [];
    const end = range.end === undefined ? undefined : Buffer.from(range.end);
    // lmdb takes an empty start for none, and then begins behind keys of its own.
    const start = Buffer.from(range.start === "" ? "\0" : range.start);
    for (const { key, value } of this.#index.getRange({ start, limit: range.limit, ...(end && { end }) })) {
      rows.push({ key: key.toString(), state: decodeIndexEntry(value) });
    }
    return rows;
  }

  /** What a record says without its value. */
  readRecordHead(revision: Revision): RecordHead | undefined {
    const shared = this.#findRecord(revision);
    if (shared === undefined) return undefined;
    const head = decodeRecordHead(shared, shared.length);
    if (head === undefined) throw corrupt(`the record of revision ${revision} cannot be read`);
    return head;
  }

  /** The value is copied into what `allocate` gives; by default memory of its own, because it may be kept for long. */
  readRecord(revision: Revision, allocate: Allocate = allocateOwn): LogRecord | undefined {
    const shared = this.#findRecord(revision);
    if (shared === undefined) return undefined;
    const size = shared.length;
    const head = decodeRecordHead(shared, size);
    if (head === undefined) throw corrupt(`the record of revision ${revision} cannot be read`);
    const value = allocate(size - head.valueOffset);
    shared.copy(value, 0, head.valueOffset, size);
    return { type: head.type, chain: head.chain, entry: { key: head.key, value, revision } };
  }

  /**
   * Good until the next read: getBinaryFast() gives a large buffer shared by all reads, whose own `length` says how much
   * of it is meant, so only a copy of exactly that part may leave.
   */
  #findRecord(revision: Revision): Buffer | undefined {
    const pending = this.#pending.get(revision);
    if (pending !== undefined) return pending.record;
    return this.#log.getBinaryFast(writeNumber(this.#revisionKey, revision)) as Buffer | undefined;
  }

  /** The first keys whose time is over. */
  scanExpiries(untilMs: number, limit: number): Expiry[] {
    const end = encodeExpiryKey(untilMs + 1, 0);
    const rows = this.#expiries.getRange({ start: Buffer.alloc(1), end, limit });
    return Array.from(rows, ({ key, value }) => ({
      atMs: readNumber(key),
      revision: readNumber(key, 8),
      key: value.toString(),
    }));
  }

  /** One transaction, on disk when the promise resolves; what `fill` writes is all done or none of it. */
  async write(fill: (writer: TableWriter) => void): Promise<void> {
    try {
      await this.#root.batch(() => fill(this.#writer));
    } catch (error) {
      throw await findCommitError(error, this.#directory);
    }
  }

  /** How much of the data file is in no use. */
  measureFreeBytes(): number {
    const tables = [this.#log, this.#index, this.#expiries, this.#state].map((table) => table.getStats() as TableStats);
    const { root, free, lastPageNumber, pageSize } = tables[0]!;
    const used = [...tables, root, free].reduce((pages, tree) => pages + countPages(tree), 0);
    return Math.max(0, lastPageNumber + 1 - used) * pageSize;
  }

  /** A consistent copy, while writes go on. */
  async copyTo(directory: string): Promise<void> {
    await this.#root.backup(directory, true);
  }

  async close(): Promise<void> {
    await this.#root.close();
  }

  readonly #writer: TableWriter = {
    putRecord: (revision, record) => {
      void this.#log.put(writeNumber(this.#revisionKey, revision), record);
    },
    removeRecord: (revision) => {
      void this.#log.remove(writeNumber(this.#revisionKey, revision));
    },
    putIndex: (key, entry) => {
      void this.#index.put(Buffer.from(key), encodeIndexEntry(entry));
    },
    removeIndex: (key) => {
      void this.#index.remove(Buffer.from(key));
    },
    putExpiry: ({ atMs, revision, key }) => {
      void this.#expiries.put(encodeExpiryKey(atMs, revision), Buffer.from(key));
    },
    removeExpiry: ({ atMs, revision }) => {
      void this.#expiries.remove(encodeExpiryKey(atMs, revision));
    },
    putState: (state) => {
      void this.#state.put(stateKey, encodeState(state));
    },
  };
}

/** The changes a transaction is made of, applied in the order of the calls. */
export interface TableWriter {
  putRecord(revision: Revision, record: Buffer): void;
  removeRecord(revision: Revision): void;
  putIndex(key: string, entry: IndexEntry): void;
  removeIndex(key: string): void;
  putExpiry(expiry: Expiry): void;
  removeExpiry(expiry: Expiry): void;
  putState(state: StoreState): void;
}

interface TreeStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

interface TableStats extends TreeStats {
  readonly root: TreeStats;
  readonly free: TreeStats;
  readonly lastPageNumber: number;
  readonly pageSize: number;
}

function countPages({ treeBranchPageCount, treeLeafPageCount, overflowPages }: TreeStats): number {
  return treeBranchPageCount + treeLeafPageCount + overflowPages;
}

function corrupt(what: string): StoreError {
  const message = `The data cannot be trusted, ${what}: restore the directory from a backup.`;
  return new StoreError("corrupt", message);
}

const noSpaceCodes: readonly unknown[] = [28, 122, -30792];
const inputOutputError = 5;
const fullBelowBytes = 16 * 1024 * 1024;

/** lmdb hides why a commit failed one promise deeper. */
async function findCommitError(error: unknown, directory: string): Promise<StoreError> {
  const hidden = (error as { commitError?: Promise<unknown> }).commitError;
  const cause = hidden === undefined ? error : await hidden.catch((reason: unknown) => reason);
  const { code } = cause as { readonly code?: unknown };
  // A disk that takes only a part of a page makes LMDB speak of an input/output error.
  if (noSpaceCodes.includes(code) || (code === inputOutputError && isNearlyFull(directory))) {
    const message = `The disk of ${directory} is full and nothing was written: make room, and writes go on.`;
    return new StoreError("no-space", message, { cause });
  }
  const message = `A write to ${directory} could not be finished (${String(cause)}): look at the disk, and restart.`;
  return new StoreError("outcome-unknown", message, { cause });
}

function isNearlyFull(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize < fullBelowBytes;
}
