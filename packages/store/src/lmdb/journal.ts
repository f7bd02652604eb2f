import { closeSync, constants, fdatasync, fdatasyncSync, openSync, write, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { writeUint32 } from "@kiln/api";
import type { PreparedWrite } from "../commit-queue.ts";
import type { Revision } from "../store.ts";
import { crc32 } from "./crc32.ts";
import { type JournalId, journalHalfBytes, nameJournal } from "./journal-file.ts";
import { journalFile, recordSize, writeNumber, writeRecord } from "./layout.ts";

/** A write in stored form: in the journal first, in the tables later. */
export interface LoggedWrite {
  readonly revision: Revision;
  /** Record as stored in the log table. */
  readonly record: Buffer;
  /** The size of the record that this one replaces. */
  readonly replacedBytes: number;
  /** When the key is to be deleted; 0 for never. */
  readonly expiresAtMs: number;
}

/** Writes that become durable together, and their encoding in the journal. */
export interface JournalBatch {
  readonly bytes: Buffer;
  readonly writes: readonly LoggedWrite[];
}

/** Header sizes: of a batch, and of a write in it before the record. */
export const batchHeadBytes = 20;
export const writeHeadBytes = 16;
const checksumOffset = 16;
/**
 * Batches begin at multiples of this, so that a batch after a damaged one can be found. Less than the size of a write.
 */
const batchAlignment = 16;

/**
 * On Linux the write itself is synchronous (O_DSYNC). Elsewhere, and on macOS where only F_FULLFSYNC reaches the disk,
 * a sync call follows each write.
 */
const isSyncedByWrite = process.platform === "linux";
const writeApart = promisify(write);
const syncApart = promisify(fdatasync);

/**
 * Writing on this thread: handing a write to another thread and being woken takes longer than a fast disk, and much
 * longer on busy processors. So writes are synchronous as long as each takes less than this. After a slow one, a number
 * of writes go through the thread pool before the next attempt, doubled each time.
 */
const promptMs = 1;
const firstPause = 16;
const longestPause = 4096;
/** Larger writes always go through the thread pool. */
const promptBytes = 64 * 1024;

/**
 * A file of fixed size in which batches of writes are made durable by one disk write each, until the tables have them.
 * Both halves are used in turns: one is overwritten when all its batches are in the tables. Nothing is erased: a batch
 * that is older than the tables or than the one before it, or is incomplete, is not read.
 */
export class Journal {
  readonly id: JournalId;
  readonly #handle: number;
  /** Both halves count as full at first: batches of the previous process may not be in the tables yet. */
  #half = 1;
  #position = journalHalfBytes;
  /** The newest revision in each half. */
  readonly #newest: [Revision, Revision];
  readonly #nowMs: () => number;
  /** Number of writes through the thread pool after the next slow write. */
  #pause = firstPause;
  #leftOfPause = 0;

  constructor(handle: number, { id, newest, nowMs }: Required<OpenJournalOptions> & { readonly id: JournalId }) {
    this.#handle = handle;
    this.id = id;
    this.#newest = [newest, newest];
    this.#nowMs = nowMs;
  }

  /** Newest revision that is or was durable in the journal. */
  get newest(): Revision {
    return Math.max(...this.#newest);
  }

  /** Whether a batch fits into a half of the journal. */
  takes({ bytes }: JournalBatch): boolean {
    return bytes.length <= journalHalfBytes;
  }

  /** Whether there is room for the batch when the tables have everything up to `settled`. */
  hasRoom({ bytes }: JournalBatch, settled: Revision): boolean {
    return this.#position + bytes.length <= journalHalfBytes || this.#newest[this.#other]! <= settled;
  }

  /** Requires room for the batch. Resolves when the batch is durable; after a failure it may or may not be. */
  async append({ bytes, writes }: JournalBatch): Promise<void> {
    if (this.#position + bytes.length > journalHalfBytes) {
      this.#half = this.#other;
      this.#position = 0;
    }
    const at = this.#half * journalHalfBytes + this.#position;
    const written = this.#waitsHere(bytes) ? this.#writeHere(bytes, at) : await writeElsewhere(this.#handle, bytes, at);
    if (written < bytes.length) throw new Error(`${written} of ${bytes.length} bytes were written`);
    this.#position += bytes.length;
    this.#newest[this.#half as 0 | 1] = writes.at(-1)!.revision;
  }

  close(): void {
    closeSync(this.#handle);
  }

  #waitsHere(bytes: Buffer): boolean {
    if (this.#leftOfPause === 0) return bytes.length <= promptBytes;
    this.#leftOfPause -= 1;
    return false;
  }

  /** Number of bytes written and durable. Blocks this thread meanwhile. */
  #writeHere(bytes: Buffer, at: number): number {
    const start = this.#nowMs();
    const written = writeSync(this.#handle, bytes, 0, bytes.length, at);
    if (!isSyncedByWrite) fdatasyncSync(this.#handle);
    const isPrompt = this.#nowMs() - start <= promptMs;
    this.#leftOfPause = isPrompt ? 0 : this.#pause;
    this.#pause = isPrompt ? firstPause : Math.min(2 * this.#pause, longestPause);
    return written;
  }

  get #other(): number {
    return 1 - this.#half;
  }
}

/** Number of bytes written and durable. */
async function writeElsewhere(handle: number, bytes: Buffer, at: number): Promise<number> {
  const { bytesWritten } = await writeApart(handle, bytes, 0, bytes.length, at);
  if (!isSyncedByWrite) await syncApart(handle);
  return bytesWritten;
}

export interface OpenJournalOptions {
  /** The last revision that {@link readJournal} found. */
  readonly newest: Revision;
  /** Clock that measures the time of disk writes. */
  readonly nowMs?: () => number;
}

/** Opens the journal of the directory, creating it if needed; its directory entry may not be durable yet. */
export async function openJournal(
  directory: string,
  { newest, nowMs = () => performance.now() }: OpenJournalOptions,
): Promise<Journal> {
  const path = join(directory, journalFile);
  const id = await nameJournal(path);
  const flags = constants.O_RDWR | (isSyncedByWrite ? constants.O_DSYNC : 0);
  return new Journal(openSync(path, flags), { id, newest, nowMs });
}

/** Batch of at least one requested write, in their order. */
export function encodeBatch(prepared: readonly PreparedWrite[], nowMs: number): JournalBatch {
  const sizes = prepared.map(({ event: { key, value } }) => recordSize(Buffer.byteLength(key), value?.length));
  const used = sizes.reduce((sum, size) => sum + writeHeadBytes + size, batchHeadBytes);
  const bytes = Buffer.allocUnsafe(Math.ceil(used / batchAlignment) * batchAlignment).fill(0, used);
  let offset = batchHeadBytes;
  const writes = prepared.map(({ event, chain, ttlSeconds }, i): LoggedWrite => {
    const { type, key, value, revision, previous } = event;
    // The record of a delete is removed by compaction on its own, so it does not count as history.
    const replacedBytes = previous === undefined ? 0 : recordSize(Buffer.byteLength(key), previous.value.length);
    const expiresAtMs = ttlSeconds === undefined ? 0 : nowMs + Math.ceil(ttlSeconds * 1000);
    const size = sizes[i]!;
    writeNumber(bytes, expiresAtMs, offset);
    writeUint32(bytes, offset + 8, replacedBytes);
    writeUint32(bytes, offset + 12, size);
    const record = bytes.subarray(offset + writeHeadBytes, offset + writeHeadBytes + size);
    writeRecord(record, { revision, type, chain, key, value });
    offset += writeHeadBytes + size;
    return { revision, record, replacedBytes, expiresAtMs };
  });
  writeNumber(bytes, prepared[0]!.event.revision, 0);
  writeUint32(bytes, 8, prepared.length);
  writeUint32(bytes, 12, bytes.length);
  writeUint32(bytes, checksumOffset, checksum(bytes));
  return { bytes, writes };
}

/** Batch of at least one consecutive write for another process: without the checksum that the disk needs. */
export function encodeLogged(writes: readonly LoggedWrite[]): Buffer {
  const size = writes.reduce((sum, { record }) => sum + writeHeadBytes + record.length, batchHeadBytes);
  const bytes = Buffer.allocUnsafeSlow(size);
  writeNumber(bytes, writes[0]!.revision, 0);
  writeUint32(bytes, 8, writes.length);
  writeUint32(bytes, 12, size);
  let offset = batchHeadBytes;
  for (const { record, replacedBytes, expiresAtMs } of writes) {
    writeNumber(bytes, expiresAtMs, offset);
    writeUint32(bytes, offset + 8, replacedBytes);
    writeUint32(bytes, offset + 12, record.length);
    record.copy(bytes, offset + writeHeadBytes);
    offset += writeHeadBytes + record.length;
  }
  return bytes;
}

export function isBatchWhole(batch: Buffer): boolean {
  return checksum(batch) === batch.readUInt32BE(checksumOffset);
}

function checksum(batch: Buffer): number {
  return crc32(batch.subarray(batchHeadBytes), crc32(batch.subarray(0, checksumOffset)));
}
