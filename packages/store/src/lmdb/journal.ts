import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  openSync,
  readFileSync,
  write,
  writeSync,
} from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { appendAll, writeUint32 } from "@kiln/api";
import type { PreparedWrite } from "../commit-queue.ts";
import type { Revision } from "../store.ts";
import { corrupt } from "./corrupt.ts";
import { crc32 } from "./crc32.ts";
import { journalFile, readNumber, recordSize, writeNumber, writeRecord } from "./layout.ts";

/** A write as it is kept: in the journal first, in the tables later. */
export interface LoggedWrite {
  readonly revision: Revision;
  /** As the log table has it. */
  readonly record: Buffer;
  /** The size of the record that this one replaces. */
  readonly replacedBytes: number;
  /** When the key is to be deleted; 0 for never. */
  readonly expiresAtMs: number;
}

/** Writes that become durable together, and the bytes that say so in the journal. */
export interface JournalBatch {
  readonly bytes: Buffer;
  readonly writes: readonly LoggedWrite[];
}

/** Where the journal begins again with the other half; both together are its size for ever. */
export const journalHalfBytes = 1024 * 1024;

const halves = [0, 1] as const;
const headBytes = 20;
const checksumOffset = 16;
const writeHeadBytes = 16;

/** Elsewhere, and where only this makes the disk itself write (macOS), a write is followed by a call that waits for it. */
const isSyncedByWrite = process.platform === "linux";
const writeApart = promisify(write);
const syncApart = promisify(fdatasync);

/**
 * To hand a write to another thread and to be woken when it is done takes longer than a good disk does, and much longer
 * where the processors are busy. So the disk is waited for right here as long as it is prompt. When it was not, so many
 * writes are made elsewhere before it is tried again, and each time twice as many.
 */
const promptMs = 1;
const firstPause = 16;
const longestPause = 4096;
/** More takes any disk a while. */
const promptBytes = 64 * 1024;

/**
 * A file of fixed size in which batches of writes are made durable by one write to the disk each, until the tables have
 * them. Both halves are used in turns: one is written over when all that it holds is in the tables. Nothing is ever
 * erased: what is older than the tables or than what stands before it, or is not whole, is not read.
 */
export class Journal {
  readonly #handle: number;
  /** At first both count as full: what the process before left there may not be in the tables yet. */
  #half = 1;
  #position = journalHalfBytes;
  /** The newest revision in each half. */
  readonly #newest: [Revision, Revision];
  readonly #nowMs: () => number;
  /** How many writes are made elsewhere when the disk is not prompt the next time. */
  #pause = firstPause;
  #leftOfPause = 0;

  constructor(handle: number, { newest, nowMs }: { readonly newest: Revision; readonly nowMs: () => number }) {
    this.#handle = handle;
    this.#newest = [newest, newest];
    this.#nowMs = nowMs;
  }

  /** False for what is too large for it. */
  takes({ bytes }: JournalBatch): boolean {
    return bytes.length <= journalHalfBytes;
  }

  /** Whether there is room for the batch when the tables have everything up to `settled`. */
  hasRoom({ bytes }: JournalBatch, settled: Revision): boolean {
    return this.#position + bytes.length <= journalHalfBytes || this.#newest[this.#other]! <= settled;
  }

  /** There has to be room. Resolves when the batch is on disk; whether it is, is not known if that fails. */
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

  /** How many bytes were written and are on disk. Nothing else is done until then. */
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

/** How many bytes were written and are on disk. */
async function writeElsewhere(handle: number, bytes: Buffer, at: number): Promise<number> {
  const { bytesWritten } = await writeApart(handle, bytes, 0, bytes.length, at);
  if (!isSyncedByWrite) await syncApart(handle);
  return bytesWritten;
}

export interface OpenJournalOptions {
  /** The last revision that {@link readJournal} found. */
  readonly newest: Revision;
  /** Tells how long the disk takes. */
  readonly nowMs?: () => number;
}

/** Opens the journal of the directory, making it if need be; its name may not be durable yet. */
export async function openJournal(
  directory: string,
  { newest, nowMs = () => performance.now() }: OpenJournalOptions,
): Promise<Journal> {
  const path = join(directory, journalFile);
  if (!existsSync(path)) await makeJournal(path);
  const flags = constants.O_RDWR | (isSyncedByWrite ? constants.O_DSYNC : 0);
  return new Journal(openSync(path, flags), { newest, nowMs });
}

/** Written out once: then a write changes nothing but bytes, and the disk has less to do for it. */
async function makeJournal(path: string): Promise<void> {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writeFile(Buffer.alloc(halves.length * journalHalfBytes));
    await file.sync();
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** The batch of writes that were asked for, at least one, in their order. */
export function encodeBatch(prepared: readonly PreparedWrite[], nowMs: number): JournalBatch {
  const sizes = prepared.map(({ event: { key, value } }) => recordSize(Buffer.byteLength(key), value?.length));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + writeHeadBytes + size, headBytes));
  let offset = headBytes;
  const writes = prepared.map(({ event, chain, ttlSeconds }, i): LoggedWrite => {
    const { type, key, value, revision, previous } = event;
    // The record of a delete goes by itself, whatever follows it: it is no history.
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

function checksum(batch: Buffer): number {
  return crc32(batch.subarray(headBytes), crc32(batch.subarray(0, checksumOffset)));
}

/**
 * What the journal in the directory holds beyond `settled`, the newest revision in the tables. Throws `corrupt` if
 * writes between the two are missing.
 */
export function readJournal(directory: string, settled: Revision): LoggedWrite[] {
  const path = join(directory, journalFile);
  if (!existsSync(path)) return [];
  const file = readFileSync(path);
  if (file.length !== halves.length * journalHalfBytes) throw corrupt(`${path} does not have its size`);
  const writes = halves
    .map((half) => readHalf(file.subarray(half * journalHalfBytes, (half + 1) * journalHalfBytes)))
    .sort((a, b) => (a[0]?.revision ?? 0) - (b[0]?.revision ?? 0))
    .flat()
    .filter(({ revision }) => revision > settled);
  const isWhole = writes.every(({ revision }, i) => revision === settled + 1 + i);
  if (!isWhole) throw corrupt(`${path} does not continue the data, which ends at revision ${settled}`);
  return writes;
}

function readHalf(half: Buffer): LoggedWrite[] {
  const writes: LoggedWrite[] = [];
  for (let offset = 0; ; ) {
    const batch = readBatch(half.subarray(offset));
    if (batch === undefined) return writes;
    // What was written the last time round is older. What is missing in between was too large and went past the journal.
    if (batch.writes[0]!.revision <= (writes.at(-1)?.revision ?? 0)) return writes;
    appendAll(writes, batch.writes);
    offset += batch.bytes.length;
  }
}

/** The batch that the bytes begin with, if they begin with one. */
function readBatch(rest: Buffer): JournalBatch | undefined {
  const size = rest.length < headBytes ? 0 : rest.readUInt32BE(12);
  if (size <= headBytes || size > rest.length) return undefined;
  const bytes = rest.subarray(0, size);
  if (checksum(bytes) !== bytes.readUInt32BE(checksumOffset)) return undefined;
  const first = readNumber(bytes, 0);
  const writes: LoggedWrite[] = [];
  for (let offset = headBytes; offset < size; ) {
    const recordEnd = offset + writeHeadBytes + bytes.readUInt32BE(offset + 12);
    writes.push({
      revision: first + writes.length,
      record: bytes.subarray(offset + writeHeadBytes, recordEnd),
      replacedBytes: bytes.readUInt32BE(offset + 8),
      expiresAtMs: readNumber(bytes, offset),
    });
    offset = recordEnd;
  }
  return { bytes, writes };
}
