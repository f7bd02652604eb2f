import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { appendAll } from "@kiln/api";
import type { Revision } from "../store.ts";
import type { StoreError } from "../store-error.ts";
import { corrupt } from "./corrupt.ts";
import { batchHeadBytes, isBatchWhole, type JournalBatch, type LoggedWrite, writeHeadBytes } from "./journal.ts";
import { decodeJournalId, journalBytes, journalHalfBytes, journalHalves, unnamedJournalBytes } from "./journal-file.ts";
import { journalFile, readNumber, type StoreState } from "./layout.ts";

/** State of the tables that the journal must match. */
export type JournalExpected = Pick<StoreState, "revision" | "journaled" | "journalId">;

/** Batches begin at multiples of 16; those of format 2 begin anywhere. */
const alignedStep = 16;
/** Revisions of one half are not further apart: the smallest write takes 32 bytes. */
const mostRevisionsAhead = journalHalfBytes;

/**
 * Writes of the journal that the tables do not contain. Throws `corrupt` if the journal does not belong to the tables,
 * or if an answered write is missing: only the end of the journal may be torn.
 */
export function readJournal(directory: string, expected: JournalExpected): LoggedWrite[] {
  return loadJournal(directory)(expected);
}

/** Loads the file now, and decodes it when the returned function is called. */
export function loadJournal(directory: string): (expected: JournalExpected) => LoggedWrite[] {
  const path = join(directory, journalFile);
  const file = existsSync(path) ? readFileSync(path) : undefined;
  return (expected) => {
    checkName(path, file, expected);
    const writes = file === undefined ? [] : readHalves(path, file, expected.revision);
    const newest = expected.revision + writes.length;
    if (newest >= expected.journaled) return writes;
    throw lost(`${path} is damaged`, newest + 1, expected.journaled);
  };
}

/** The readable writes of a damaged journal that are newer than the tables, up to the first unreadable one. */
export function salvageJournal(directory: string, settled: Revision): LoggedWrite[] {
  const path = join(directory, journalFile);
  const file = existsSync(path) ? readFileSync(path) : undefined;
  if (file === undefined || file.length < unnamedJournalBytes) return [];
  const writes = sortHalves(file, settled, readWhole);
  const gap = writes.findIndex(({ revision }, i) => revision !== settled + 1 + i);
  return gap < 0 ? writes : writes.slice(0, gap);
}

function checkName(path: string, file: Buffer | undefined, { journalId }: JournalExpected): void {
  if (file !== undefined && file.length !== journalBytes && file.length !== unnamedJournalBytes) {
    throw corrupt(`${path} does not have its size`);
  }
  // No journal is expected for a new store, one of an older format, and one that was closed cleanly.
  if (journalId === 0 || (file !== undefined && decodeJournalId(file) === journalId)) return;
  const what = file === undefined ? "is missing" : "was erased, or belongs to other data";
  throw corrupt(`${path} ${what}: the newest writes, which were answered, are lost`);
}

function sortHalves(file: Buffer, settled: Revision, read: (half: Buffer) => LoggedWrite[]): LoggedWrite[] {
  return journalHalves
    .map((half) => read(file.subarray(half * journalHalfBytes, (half + 1) * journalHalfBytes)))
    .sort((a, b) => (a[0]?.revision ?? 0) - (b[0]?.revision ?? 0))
    .flat()
    .filter(({ revision }) => revision > settled);
}

function readHalves(path: string, file: Buffer, settled: Revision): LoggedWrite[] {
  const writes = sortHalves(file, settled, (half) => readHalf(path, half, settled));
  const gap = writes.findIndex(({ revision }, i) => revision !== settled + 1 + i);
  if (gap < 0) return writes;
  throw lost(`${path} does not continue the data, which ends at revision ${settled}`, settled + 1 + gap);
}

function readHalf(path: string, half: Buffer, settled: Revision): LoggedWrite[] {
  const { writes, offset, step } = readBatches(half);
  const after = Math.max(settled, writes.at(-1)?.revision ?? 0);
  const behind = findBatchBehind(half, { from: offset + 1, after, step });
  if (behind === undefined) return writes;
  throw lost(`${path} is damaged before its end`, after + 1, behind - 1);
}

function readWhole(half: Buffer): LoggedWrite[] {
  return readBatches(half).writes;
}

interface Batches {
  readonly writes: LoggedWrite[];
  /** Offset of the first batch that is incomplete or not newer than the last. */
  readonly offset: number;
  readonly step: number;
}

function readBatches(half: Buffer): Batches {
  const writes: LoggedWrite[] = [];
  let step = alignedStep;
  for (let offset = 0; ; ) {
    const batch = readBatch(half.subarray(offset));
    // Batches of the previous round are older. A gap in revisions is a write that was too large for the journal and
    // bypassed it.
    if (batch === undefined || batch.writes[0]!.revision <= (writes.at(-1)?.revision ?? 0)) {
      return { writes, offset, step };
    }
    appendAll(writes, batch.writes);
    offset += batch.bytes.length;
    if (batch.bytes.length % alignedStep !== 0) step = 1;
  }
}

/**
 * First revision of a complete batch newer than `after`: all bytes before it were complete once, and those writes
 * answered. Batches of earlier rounds are older.
 */
function findBatchBehind(
  half: Buffer,
  { from, after, step }: { readonly from: number; readonly after: Revision; readonly step: number },
): Revision | undefined {
  const start = Math.ceil(from / step) * step;
  for (let offset = start; offset + batchHeadBytes < half.length; offset += step) {
    const first = readNumber(half, offset);
    if (first <= after || first > after + mostRevisionsAhead) continue;
    if (readBatch(half.subarray(offset)) !== undefined) return first;
  }
  return undefined;
}

/** Batch at the start of the bytes; undefined if there is none. */
function readBatch(rest: Buffer): JournalBatch | undefined {
  const size = rest.length < batchHeadBytes ? 0 : rest.readUInt32BE(12);
  if (size <= batchHeadBytes || size > rest.length) return undefined;
  const bytes = rest.subarray(0, size);
  return isBatchWhole(bytes) ? decodeBatch(bytes) : undefined;
}

/** Writes of a complete batch. They share its memory. */
export function decodeBatch(bytes: Buffer): JournalBatch {
  const first = readNumber(bytes, 0);
  const writes: LoggedWrite[] = [];
  // Ends where the remaining bytes are fewer than the header of a write.
  for (let offset = batchHeadBytes; offset + writeHeadBytes <= bytes.length; ) {
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

function lost(what: string, first: Revision, last?: Revision): StoreError {
  const isOne = last === undefined || last <= first;
  const which = isOne ? `the write of revision ${first}, which was` : `the writes ${first} to ${last}, which were`;
  return corrupt(`${what}: ${which} answered, cannot be read`);
}
