import { closeSync, constants, existsSync, fdatasync, openSync, readFileSync, write } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PreparedWrite } from "../commit-queue.ts";
import type { Revision } from "../store.ts";
import { StoreError } from "../store-error.ts";
import { crc32 } from "./crc32.ts";
import { journalFile, readNumber, recordSize, writeNumber, writeRecord, writeUint32 } from "./layout.ts";

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
const writeBytes = promisify(write);
const sync = promisify(fdatasync);

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

  constructor(handle: number, newest: Revision) {
    this.#handle = handle;
    this.#newest = [newest, newest];
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
    const { bytesWritten } = await writeBytes(
      this.#handle,
      bytes,
      0,
      bytes.length,
      this.#half * journalHalfBytes + this.#position,
    );
    if (bytesWritten < bytes.length) throw new Error(`${bytesWritten} of ${bytes.length} bytes were written`);
    if (!isSyncedByWrite) await sync(this.#handle);
    this.#position += bytes.length;
    this.#newest[this.#half as 0 | 1] = writes.at(-1)!.revision;
  }

  close(): void {
    closeSync(this.#handle);
  }

  get #other(): number {
    return 1 - this.#half;
  }
}

/** Opens the journal of the directory, making it if need be; its name may not be durable yet. `newest` is the last revision that {@link readJournal} found. */
export async function openJournal(directory: string, newest: Revision): Promise<Journal> {
  const path = join(directory, journalFile);
  if (!existsSync(path)) await makeJournal(path);
  return new Journal(openSync(path, constants.O_RDWR | (isSyncedByWrite ? constants.O_DSYNC : 0)), newest);
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
    const replacedBytes = chain === 0 ? 0 : recordSize(Buffer.byteLength(key), previous?.value.length);
    const expiresAtMs = ttlSeconds === undefined ? 0 : nowMs + Math.ceil(ttlSeconds * 1000);
    const size = sizes[i]!;
    writeNumber(bytes, expiresAtMs, offset);
    writeUint32(bytes, replacedBytes, offset + 8);
    writeUint32(bytes, size, offset + 12);
    const record = bytes.subarray(offset + writeHeadBytes, offset + writeHeadBytes + size);
    writeRecord(record, { type, chain, key, value });
    offset += writeHeadBytes + size;
    return { revision, record, replacedBytes, expiresAtMs };
  });
  writeNumber(bytes, prepared[0]!.event.revision, 0);
  writeUint32(bytes, prepared.length, 8);
  writeUint32(bytes, bytes.length, 12);
  writeUint32(bytes, checksum(bytes), checksumOffset);
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
    writes.push(...batch.writes);
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

function corrupt(what: string): StoreError {
  return new StoreError("corrupt", `${what}: restore the directory from a backup, or use another one.`);
}
