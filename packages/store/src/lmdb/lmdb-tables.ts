import { type Database, open, type RootDatabase } from "lmdb";
import { compareKeys } from "../key-order.ts";
import type { Entry, Revision } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { createUnreadable } from "../unreadable.ts";
import { corrupt } from "./corrupt.ts";
import { findCommitError } from "./find-commit-error.ts";
import {
  dataFile,
  decodeIndexEntry,
  decodeRecordHead,
  decodeState,
  encodeExpiryKey,
  encodeIndexEntry,
  encodeState,
  hasChecksum,
  type IndexEntry,
  isChecksumRight,
  type RecordHead,
  readNumber,
  type StoreState,
  writeNumber,
} from "./layout.ts";
import { RevisionSet } from "./revision-set.ts";

export interface LmdbTablesOptions {
  readonly directory: string;
  readonly mapSizeBytes: number;
  readonly isDurable: boolean;
  /** Opens tables that another process may own. */
  readonly isReadOnly?: boolean;
  /** Records that are durable in the journal but not in the log table yet; reads include them. */
  readonly pending: ReadonlyMap<Revision, { readonly record: Buffer }>;
  /** Whether a value without a checksum can be decoded. */
  readonly isReadable?: ((value: Uint8Array) => boolean) | undefined;
}

export interface Expiry {
  readonly atMs: number;
  readonly revision: Revision;
  readonly key: string;
}

/** Expected key of a record, where it is known, and the allocator for its value. */
export interface RecordWanted {
  readonly key?: string;
  readonly allocate?: Allocate;
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
 * Typed access to the tables on disk; the only file that imports the lmdb package. Reads are synchronous and see
 * committed transactions only; nothing returned refers to the memory map.
 */
export class LmdbTables {
  readonly #directory: string;
  readonly #pending: LmdbTablesOptions["pending"];
  readonly #isReadable: LmdbTablesOptions["isReadable"];
  /** Revisions of records that were verified before: verifying again would take a fifth of the time of a list. */
  readonly #verified = new RevisionSet();
  readonly #recovered = new Map<string, IndexEntry>();
  readonly #root: RootDatabase;
  readonly #log: Table;
  readonly #index: Table;
  readonly #expiries: Table;
  readonly #state: Table;
  /** Reused for every lookup: lmdb copies a key at once. */
  readonly #revisionKey = Buffer.alloc(8);

  constructor(options: LmdbTablesOptions) {
    this.#directory = options.directory;
    this.#pending = options.pending;
    this.#isReadable = options.isReadable;
    const ownerOnly = { permissionsMode: 0o600 };
    this.#root = open({
      ...ownerOnly,
      path: options.directory,
      // Without this, lmdb takes a directory with a dot in its name to be a file.
      noSubdir: false,
      mapSize: options.mapSizeBytes,
      // Readers would otherwise see writes that are not durable, and a power cut could undo them.
      overlappingSync: false,
      noSync: !options.isDurable,
      ...(options.isReadOnly === true && { readOnly: true }),
      // Each write() is one transaction; batches made by lmdb itself would leave an unhandled promise behind.
      eventTurnBatching: false,
      maxDbs: 4,
      // Objects of one or two kilobytes would leave half of a smaller page empty.
      pageSize: 8192,
    });
    this.#log = this.#root.openDB("log", binary);
    this.#index = this.#root.openDB("index", binary);
    this.#expiries = this.#root.openDB("expiries", binary);
    this.#state = this.#root.openDB("state", binary);
  }

  readState(): StoreState | undefined {
    const bytes = asBuffer(this.#state.getBinary(stateKey));
    if (bytes === undefined) return undefined;
    const state = decodeState(bytes);
    if (state === undefined) throw corrupt(`The state row in ${dataFile} is damaged`);
    return state;
  }

  readIndex(key: string): IndexEntry | undefined {
    const bytes = this.#read(() => asBuffer(this.#index.getBinaryFast(Buffer.from(key))));
    return bytes && this.#openIndexEntry(bytes, key);
  }

  /** Index rows from `start` up to, but not including, `end`. */
  scanIndex(range: { readonly start: string; readonly end: string | undefined; readonly limit: number }): {
    readonly key: string;
    readonly state: IndexEntry;
  }[] {
    const rows: { readonly key: string; readonly state: IndexEntry }[] = [];
    const end = range.end === undefined ? undefined : Buffer.from(range.end);
    // lmdb ignores an empty start, and would then begin at keys of its own.
    const start = Buffer.from(range.start === "" ? "\0" : range.start);
    this.#read(() => {
      for (const { key, value } of this.#index.getRange({ start, limit: range.limit, ...(end && { end }) })) {
        const text = key.toString();
        rows.push({ key: text, state: this.#openIndexEntry(value, text) });
      }
    });
    dropDisordered(rows);
    return rows;
  }

  #openIndexEntry(bytes: Buffer, key: string): IndexEntry {
    return decodeIndexEntry(bytes) ?? this.#recoverIndexEntry(key);
  }

  /** Restores a damaged index row from the log. Reads the whole log once for each such row. */
  #recoverIndexEntry(key: string): IndexEntry {
    const known = this.#recovered.get(key);
    if (known !== undefined) return known;
    let newest: IndexEntry = { revision: 0, isDeleted: true };
    for (const { key: revision, value } of this.#log.getRange({ start: Buffer.alloc(1) })) {
      const head = decodeRecordHead(value, value.length);
      if (head?.key === key) newest = { revision: readNumber(revision), isDeleted: head.type === "delete" };
    }
    this.#recovered.set(key, newest);
    return newest;
  }

  /** Throws `corrupt` if LMDB finds an invalid page. */
  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof StoreError) throw error;
      this.#leaveTransaction();
      throw corrupt(`A page of ${dataFile} is damaged (${String(error)})`, error);
    }
  }

  /**
   * Fields of a record without its value. Undefined if there is no record or the bytes are not one; with `isVerified`,
   * also if the checksum does not match.
   */
  readRecordHead(revision: Revision, { isVerified = false } = {}): RecordHead | undefined {
    const shared = this.#pending.get(revision)?.record ?? this.#findReadable(revision);
    const head = shared && decodeRecordHead(shared, shared.length);
    if (!isVerified || head === undefined || !hasChecksum(head)) return head;
    return isChecksumRight(shared!, head.size, revision) ? head : undefined;
  }

  /**
   * Record with its value copied into memory from `allocate`; by default memory of its own, because it may be kept for
   * long. Throws `unreadable` for a damaged record and for one of another key.
   */
  readRecord(revision: Revision, { key, allocate = allocateOwn }: RecordWanted = {}): LogRecord | undefined {
    const pending = this.#pending.get(revision)?.record;
    const shared = pending ?? this.#findRecord(revision, key ?? unknownKey);
    if (shared === undefined) return undefined;
    const size = shared.length;
    const isVerified = pending === undefined && this.#verified.has(revision);
    const head = decodeRecordHead(shared, size, isVerified ? key : undefined);
    if (head === undefined) throw damagedRecord({ key: key ?? unknownKey, revision }, "its record is damaged");
    if (key !== undefined && head.key !== key) {
      throw damagedRecord({ key, revision }, `its record is that of ${head.key}`);
    }
    const value = allocate(head.valueEnd - head.valueOffset);
    shared.copy(value, 0, head.valueOffset, head.valueEnd);
    if (pending === undefined && !isVerified) {
      const why = this.#findDamage(shared, { head, revision, value });
      if (why !== undefined) throw damagedRecord({ key: head.key, revision }, why);
      this.#verified.add(revision);
    }
    return { type: head.type, chain: head.chain, entry: { key: head.key, value, revision } };
  }

  /** Makes reads verify every record again: the disk may have changed under the memory map. */
  forgetVerified(): void {
    this.#verified.clear();
  }

  #findDamage(shared: Buffer, { head, revision, value }: OpenedRecord): string | undefined {
    if (hasChecksum(head)) {
      return isChecksumRight(shared, head.size, revision) ? undefined : "its checksum does not match";
    }
    const isDecodable = head.type === "delete" || this.#isReadable?.(value) !== false;
    return isDecodable ? undefined : "it cannot be decoded";
  }

  /**
   * Valid until the next read: getBinaryFast() returns a large buffer shared by all reads, whose `length` is that of
   * the record, so callers must copy that part.
   */
  #findRecord(revision: Revision, key: string): Buffer | undefined {
    try {
      return asBuffer(this.#log.getBinaryFast(writeNumber(this.#revisionKey, revision)));
    } catch (error) {
      this.#leaveTransaction();
      throw damagedRecord({ key, revision }, `a page of ${dataFile} is damaged (${String(error)})`);
    }
  }

  /** After a damaged page LMDB fails every read of the same transaction; this begins another. */
  #leaveTransaction(): void {
    this.#root.resetReadTxn();
  }

  /** Record of a revision; undefined if it does not exist, or if a damaged page hides it. */
  #findReadable(revision: Revision): Buffer | undefined {
    try {
      return this.#findRecord(revision, unknownKey);
    } catch {
      return undefined;
    }
  }

  /** The first keys whose time to live has ended. */
  scanExpiries(untilMs: number, limit: number): Expiry[] {
    const end = encodeExpiryKey(untilMs + 1, 0);
    return this.#read(() => {
      const rows = this.#expiries.getRange({ start: Buffer.alloc(1), end, limit });
      return Array.from(rows, ({ key, value }) => ({
        atMs: readNumber(key),
        revision: readNumber(key, 8),
        key: value.toString(),
      }));
    });
  }

  /** One transaction, durable when the promise resolves; `fill` is applied completely or not at all. */
  async write(fill: (writer: TableWriter) => void): Promise<void> {
    try {
      await this.#root.batch(() => fill(this.#writer));
    } catch (error) {
      throw await findCommitError(error, this.#directory);
    }
  }

  /** Bytes of the data file that are unused. */
  measureFreeBytes(): number {
    const tables = [this.#log, this.#index, this.#expiries, this.#state].map((table) => table.getStats() as TableStats);
    const { root, free, lastPageNumber, pageSize } = tables[0]!;
    const used = [...tables, root, free].reduce((pages, tree) => pages + countPages(tree), 0);
    return Math.max(0, lastPageNumber + 1 - used) * pageSize;
  }

  /** Makes later reads see the newest committed transaction. */
  refresh(): void {
    this.#leaveTransaction();
  }

  hasRecord(revision: Revision): boolean {
    return this.#pending.has(revision) || this.#findReadable(revision) !== undefined;
  }

  /** Verifies every record of the log; errors go to `onDamage`. */
  *verifyRecords(onDamage: (error: StoreError) => void): Generator<VerifiedRecord> {
    for (const { key, value } of this.#log.getRange({ start: Buffer.alloc(1) })) {
      const revision = readNumber(key);
      const record = asBuffer(value)!;
      const head = decodeRecordHead(record, record.length);
      const opened = head && { head, revision, value: record.subarray(head.valueOffset, head.valueEnd) };
      const why = opened === undefined ? "its record is damaged" : this.#findDamage(record, opened);
      if (why !== undefined) onDamage(damagedRecord({ key: head?.key ?? unknownKey, revision }, why));
      yield { head: why === undefined ? head : undefined, revision };
    }
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

/** lmdb returns a Buffer, and for values above 16 MiB a plain Uint8Array. */
function asBuffer(bytes: Uint8Array | undefined): Buffer | undefined {
  if (bytes === undefined || Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** `head` is absent if the record is damaged. */
export interface VerifiedRecord {
  readonly head: RecordHead | undefined;
  readonly revision: Revision;
}

interface OpenedRecord {
  readonly head: RecordHead;
  readonly revision: Revision;
  readonly value: Uint8Array;
}

interface NamedRecord {
  readonly key: string;
  readonly revision: Revision;
}

/** Name of the key in messages about a record too damaged to contain it. */
export const unknownKey = "(unknown)";

export function damagedRecord(named: NamedRecord, why: string): StoreError {
  return createUnreadable(named, `${why}. Delete it, or restore a backup; kiln store verify names all such values`);
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

/**
 * Drops a damaged key at the end of the rows that is lower than the one before it. A reader that continued after it
 * would read the same rows forever; the next scan starts with it.
 */
function dropDisordered(rows: { readonly key: string }[]): void {
  while (rows.length > 1 && compareKeys(rows.at(-1)!.key, rows.at(-2)!.key) <= 0) rows.pop();
}
