import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fstatSync, fsync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { promisify } from "node:util";
import { writeUint32 } from "@kiln/api";
import { crc32 } from "./crc32.ts";
import { readNumber, writeNumber } from "./layout.ts";

/** Size of one half, after which the journal continues with the other. */
export const journalHalfBytes = 1024 * 1024;
export const journalHalves = [0, 1] as const;

/** Offset of the id, behind the halves. The id reveals another, a new or an erased journal. */
const nameOffset = journalHalves.length * journalHalfBytes;
const nameBytes = 4096;
const magic = Buffer.from("kilnjrnl");
const checksumOffset = magic.length + 8;

/** File sizes of a journal of format 2, which has no id, and of the current format. */
export const unnamedJournalBytes = nameOffset;
export const journalBytes = nameOffset + nameBytes;

/** Random number that identifies a journal. */
export type JournalId = number;

/** Id in the bytes of a journal; undefined if it has none or a damaged one. */
export function decodeJournalId(file: Buffer): JournalId | undefined {
  if (file.length !== journalBytes) return undefined;
  const name = file.subarray(nameOffset, nameOffset + checksumOffset + 4);
  const isWhole = name.readUInt32BE(checksumOffset) === crc32(name.subarray(0, checksumOffset));
  return isWhole && name.subarray(0, magic.length).equals(magic) ? readNumber(name, magic.length) : undefined;
}

function encodeName(id: JournalId): Buffer {
  const name = Buffer.alloc(nameBytes);
  magic.copy(name);
  writeNumber(name, id, magic.length);
  writeUint32(name, checksumOffset, crc32(name.subarray(0, checksumOffset)));
  return name;
}

/**
 * Assigns an id to the journal and returns it, creating the file if needed; its content stays. Durable when this resolves,
 * except for the file's name in the directory. A journal that has an id keeps it.
 */
export async function nameJournal(path: string): Promise<JournalId> {
  if (!existsSync(path)) await makeJournal(path);
  const handle = openSync(path, "r+");
  try {
    const known = readName(handle);
    if (known !== undefined) return known;
    const id = randomBytes(6).readUIntBE(0, 6) + 1;
    writeSync(handle, encodeName(id), 0, nameBytes, nameOffset);
    fsyncSync(handle);
    return id;
  } finally {
    closeSync(handle);
  }
}

function readName(handle: number): JournalId | undefined {
  if (fstatSync(handle).size !== journalBytes) return undefined;
  const file = Buffer.alloc(journalBytes);
  readSync(handle, file, nameOffset, nameBytes, nameOffset);
  return decodeJournalId(file);
}

/**
 * Filled with zeros once: later writes need not allocate blocks or update the file's metadata, which is faster to sync.
 */
async function makeJournal(path: string): Promise<void> {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writeFile(Buffer.alloc(nameOffset));
    // Not file.sync(): Yarn Plug'n'Play replaces file handles by ones without that method.
    await promisify(fsync)(file.fd);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
