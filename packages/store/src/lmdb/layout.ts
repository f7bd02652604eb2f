import { writeUint32 } from "@kiln/api";
import type { Revision } from "../store.ts";

/** Raised when an older Kiln could not read what this one writes. The formats are told in docs/store-format.md. */
export const formatVersion = 2;

/** The file that says which format the data beside it has. Written before the data. */
export const formatFile = "FORMAT";
export const dataFile = "data.mdb";
export const journalFile = "journal";

/** What a log record says, its value apart. */
export interface RecordHead {
  readonly type: "create" | "replace" | "delete";
  /** The revision of the same key's write before this one, deletes included; 0 when none is known. */
  readonly chain: Revision;
  readonly key: string;
  /** Where the value begins in the record, and how long the whole is. */
  readonly valueOffset: number;
  readonly size: number;
}

/** A key's newest write, as the index has it. */
export interface IndexEntry {
  readonly revision: Revision;
  readonly isDeleted: boolean;
}

/** The store's one row of state. Each transaction writes it. */
export interface StoreState {
  readonly revision: Revision;
  /** Reads before this revision are refused. */
  readonly compacted: Revision;
  /** What compaction makes superfluous has been removed up to here. */
  readonly swept: Revision;
  /** The index has every write up to here; later ones are found in the log when the store is opened. */
  readonly indexed: Revision;
  /** The size of all records that a later one has replaced, but for deletes. */
  readonly historyBytes: number;
}

const recordTypes = ["create", "replace", "delete"] as const;
const recordHeadBytes = 12;
const twoTo32 = 2 ** 32;

/** Changes `target`. Big endian, so that the order of the bytes is the order of the numbers. */
export function writeNumber(target: Buffer, value: number, offset = 0): Buffer {
  writeUint32(target, offset, Math.floor(value / twoTo32));
  writeUint32(target, offset + 4, value % twoTo32);
  return target;
}

export function readNumber(source: Buffer, offset = 0): number {
  return source.readUInt32BE(offset) * twoTo32 + source.readUInt32BE(offset + 4);
}

export interface RecordParts {
  readonly type: RecordHead["type"];
  readonly chain: Revision;
  readonly key: string;
  readonly value: Uint8Array | undefined;
}

/** Changes `record`, which has to be of {@link recordSize}. */
export function writeRecord(record: Buffer, { type, chain, key, value }: RecordParts): void {
  const keyBytes = record.write(key, recordHeadBytes, "utf8");
  writeUint32(record, 0, (recordTypes.indexOf(type) + 1) * 2 ** 16 + keyBytes);
  writeNumber(record, chain, 4);
  if (value !== undefined) record.set(value, recordHeadBytes + keyBytes);
}

/** Nothing when the bytes are not a record. */
export function decodeRecordHead(record: Buffer, size: number): RecordHead | undefined {
  if (size < recordHeadBytes) return undefined;
  const type = recordTypes[record.readUInt16BE(0) - 1];
  const valueOffset = recordHeadBytes + record.readUInt16BE(2);
  if (type === undefined || valueOffset > size) return undefined;
  const key = record.toString("utf8", recordHeadBytes, valueOffset);
  return { type, chain: readNumber(record, 4), key, valueOffset, size };
}

export function recordSize(keyBytes: number, valueBytes = 0): number {
  return recordHeadBytes + keyBytes + valueBytes;
}

export function encodeIndexEntry({ revision, isDeleted }: IndexEntry): Buffer {
  const bytes = writeNumber(Buffer.allocUnsafe(9), revision);
  bytes[8] = isDeleted ? 1 : 0;
  return bytes;
}

export function decodeIndexEntry(bytes: Buffer): IndexEntry {
  return { revision: readNumber(bytes), isDeleted: bytes[8] === 1 };
}

/** Expiries are ordered by time. */
export function encodeExpiryKey(atMs: number, revision: Revision): Buffer {
  return writeNumber(writeNumber(Buffer.allocUnsafe(16), atMs), revision, 8);
}

const stateFields = ["revision", "compacted", "swept", "indexed", "historyBytes"] as const;

export function encodeState(state: StoreState): Buffer {
  const bytes = Buffer.alloc(stateFields.length * 8);
  for (const [i, field] of stateFields.entries()) writeNumber(bytes, state[field], i * 8);
  return bytes;
}

/** Nothing when the bytes are not a state. */
export function decodeState(bytes: Buffer): StoreState | undefined {
  if (bytes.length !== stateFields.length * 8) return undefined;
  const [revision, compacted, swept, indexed, historyBytes] = stateFields.map((_, i) => readNumber(bytes, i * 8));
  return { revision: revision!, compacted: compacted!, swept: swept!, indexed: indexed!, historyBytes: historyBytes! };
}
