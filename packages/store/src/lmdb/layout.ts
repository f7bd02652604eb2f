import { writeUint32 } from "@kiln/api";
import type { Revision } from "../store.ts";
import { crc32 } from "./crc32.ts";

/**
 * Incremented when an older Kiln cannot decode data that this one writes. docs/store-format.md describes the formats.
 */
export const formatVersion = 3;

/** File with the format of the data beside it. Written before the data. */
export const formatFile = "FORMAT";
export const dataFile = "data.mdb";
export const journalFile = "journal";

/** Fields of a log record, without its value. */
export interface RecordHead {
  readonly type: "create" | "replace" | "delete";
  /** Revision of the previous write of the same key, deletes included; 0 if none is known. */
  readonly chain: Revision;
  readonly key: string;
  /** Offsets of the value in the record, and the size of the record. */
  readonly valueOffset: number;
  readonly valueEnd: number;
  readonly size: number;
}

/** Newest write of a key, as stored in the index. */
export interface IndexEntry {
  readonly revision: Revision;
  readonly isDeleted: boolean;
}

/** The store's one row of state. Each transaction writes it. */
export interface StoreState {
  readonly revision: Revision;
  /** Reads before this revision are refused. */
  readonly compacted: Revision;
  /** Superfluous records have been removed up to this revision. */
  readonly swept: Revision;
  /** The index contains every write up to this revision; later ones are read from the log at start. */
  readonly indexed: Revision;
  /** Size of all replaced records, deletes aside. */
  readonly historyBytes: number;
  /** The journal contained every write up to this revision when the transaction was made, and has lost none since. */
  readonly journaled: Revision;
  /** Journal that belongs to the tables; 0 after a clean close, when none is needed. */
  readonly journalId: number;
}

/** State of a store without writes. */
export const emptyState: StoreState = {
  revision: 0,
  compacted: 0,
  swept: 0,
  indexed: 0,
  historyBytes: 0,
  journaled: 0,
  journalId: 0,
};

const recordTypes = ["create", "replace", "delete"] as const;
/** Added to the type of a record that ends with a checksum: records of formats 1 and 2 have none. */
const checkedTypes = recordTypes.length;
const recordHeadBytes = 12;
const checksumBytes = 4;
const twoTo32 = 2 ** 32;

/** Writes a number big endian, so that the order of the bytes is the order of the numbers. */
export function writeNumber(target: Buffer, value: number, offset = 0): Buffer {
  writeUint32(target, offset, Math.floor(value / twoTo32));
  writeUint32(target, offset + 4, value % twoTo32);
  return target;
}

export function readNumber(source: Buffer, offset = 0): number {
  return source.readUInt32BE(offset) * twoTo32 + source.readUInt32BE(offset + 4);
}

export interface RecordParts {
  readonly revision: Revision;
  readonly type: RecordHead["type"];
  readonly chain: Revision;
  readonly key: string;
  readonly value: Uint8Array | undefined;
}

/** Writes into `record`, which must have {@link recordSize} bytes. */
export function writeRecord(record: Buffer, { revision, type, chain, key, value }: RecordParts): void {
  const keyBytes = record.write(key, recordHeadBytes, "utf8");
  writeUint32(record, 0, (recordTypes.indexOf(type) + 1 + checkedTypes) * 2 ** 16 + keyBytes);
  writeNumber(record, chain, 4);
  if (value !== undefined) record.set(value, recordHeadBytes + keyBytes);
  writeUint32(record, record.length - checksumBytes, checksumOf(record, record.length, revision));
}

/**
 * Fields of a record without its value; undefined if the bytes are not a record. Does not verify the checksum: see
 * {@link isChecksumRight}. `knownKey` saves decoding the key of a verified record of the same key length.
 */
export function decodeRecordHead(record: Buffer, size: number, knownKey?: string): RecordHead | undefined {
  if (size < recordHeadBytes) return undefined;
  const code = record.readUInt16BE(0) - 1;
  const type = recordTypes[code < checkedTypes ? code : code - checkedTypes];
  const valueOffset = recordHeadBytes + record.readUInt16BE(2);
  const valueEnd = code < checkedTypes ? size : size - checksumBytes;
  if (type === undefined || valueOffset > valueEnd) return undefined;
  const isKnown = knownKey?.length === valueOffset - recordHeadBytes;
  const key = isKnown ? knownKey : record.toString("utf8", recordHeadBytes, valueOffset);
  return { type, chain: readNumber(record, 4), key, valueOffset, valueEnd, size };
}

/** Whether the record ends with a checksum. */
export function hasChecksum({ valueEnd, size }: RecordHead): boolean {
  return valueEnd < size;
}

/** Whether the checksum of a record that has one matches, over the first `size` bytes of `record`. */
export function isChecksumRight(record: Buffer, size: number, revision: Revision): boolean {
  return record.readUInt32BE(size - checksumBytes) === checksumOf(record, size, revision);
}

/** Includes the revision, so that a record stored under another revision is damage too. */
function checksumOf(record: Buffer, size: number, revision: Revision): number {
  return crc32(record.subarray(0, size - checksumBytes), revision % twoTo32);
}

export function recordSize(keyBytes: number, valueBytes = 0): number {
  return recordHeadBytes + keyBytes + valueBytes + checksumBytes;
}

const indexEntryBytes = 10;

export function encodeIndexEntry({ revision, isDeleted }: IndexEntry): Buffer {
  const bytes = writeNumber(Buffer.allocUnsafe(indexEntryBytes), revision);
  bytes[8] = isDeleted ? 1 : 0;
  bytes[9] = foldIndexEntry(bytes);
  return bytes;
}

/** Decodes an index row; undefined if the bytes are no valid row. Rows of formats 1 and 2 have no check byte. */
export function decodeIndexEntry(bytes: Buffer): IndexEntry | undefined {
  const isWhole = bytes.length === indexEntryBytes ? bytes[9] === foldIndexEntry(bytes) : bytes.length === 9;
  return isWhole && bytes[8]! <= 1 ? { revision: readNumber(bytes), isDeleted: bytes[8] === 1 } : undefined;
}

/** Detects a single flipped bit. Lists read thousands of rows: a CRC would cost more than reading them. */
function foldIndexEntry(bytes: Buffer): number {
  let folded = 0xa5;
  for (let i = 0; i < indexEntryBytes - 1; i++) folded ^= bytes[i]!;
  return folded;
}

/** Expiries are ordered by time. */
export function encodeExpiryKey(atMs: number, revision: Revision): Buffer {
  return writeNumber(writeNumber(Buffer.allocUnsafe(16), atMs), revision, 8);
}

const stateFields = ["revision", "compacted", "swept", "indexed", "historyBytes", "journaled", "journalId"] as const;
const stateBytes = stateFields.length * 8;
/** Size of the first five fields; formats 1 and 2 have only these, without a checksum. */
const uncheckedStateBytes = 5 * 8;

export function encodeState(state: StoreState): Buffer {
  const bytes = Buffer.alloc(stateBytes + checksumBytes);
  for (const [i, field] of stateFields.entries()) writeNumber(bytes, state[field], i * 8);
  writeUint32(bytes, stateBytes, crc32(bytes.subarray(0, stateBytes)));
  return bytes;
}

/** Decodes the state; undefined if the bytes are no valid state. */
export function decodeState(bytes: Buffer): StoreState | undefined {
  const isChecked = bytes.length === stateBytes + checksumBytes;
  if (!isChecked && bytes.length !== uncheckedStateBytes) return undefined;
  if (isChecked && bytes.readUInt32BE(stateBytes) !== crc32(bytes.subarray(0, stateBytes))) return undefined;
  const numbers = stateFields.map((field, i) => [field, i * 8 + 8 <= bytes.length ? readNumber(bytes, i * 8) : 0]);
  return Object.fromEntries(numbers);
}
