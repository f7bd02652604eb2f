import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import type { Revision } from "../../store.ts";
import { StoreError } from "../../store-error.ts";
import { crc32 } from "../crc32.ts";
import { readNumber, writeNumber } from "../layout.ts";

/** Entry of a backup; docs/store-format.md explains the numbers. */
export interface BackupEntry {
  readonly key: string;
  readonly revision: Revision;
  /** Time at which the entry expires; 0 for never. */
  readonly expiresAtMs: number;
  readonly value: Uint8Array;
}

export const backupVersion = 1;
const firstLine = /^kiln store backup (\d+)\n/;
const lengthBytes = 4;
const entryHeadBytes = 20;
const checksumBytes = 4;
/** Length that marks the end of the file; no entry has it. */
const endMark = 0;
const endBytes = lengthBytes + 16 + checksumBytes;
const bufferBytes = 1024 * 1024;

/** Writes a backup under a temporary name and renames it when it is complete and durable. */
export class BackupWriter {
  readonly #path: string;
  readonly #handle: number;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #count = 0;

  constructor(path: string) {
    this.#path = path;
    this.#handle = openSync(this.#unfinished, "w", 0o600);
    this.#write(Buffer.from(`kiln store backup ${backupVersion}\n`));
  }

  add({ key, revision, expiresAtMs, value }: BackupEntry): void {
    const keyBytes = Buffer.byteLength(key);
    const size = entryHeadBytes + keyBytes + value.length + checksumBytes;
    const frame = Buffer.allocUnsafe(lengthBytes + size);
    frame.writeUInt32BE(size, 0);
    writeNumber(frame, revision, 4);
    writeNumber(frame, expiresAtMs, 12);
    frame.writeUInt32BE(keyBytes, 20);
    frame.write(key, lengthBytes + entryHeadBytes, "utf8");
    frame.set(value, lengthBytes + entryHeadBytes + keyBytes);
    frame.writeUInt32BE(crc32(frame.subarray(0, -checksumBytes)), frame.length - checksumBytes);
    this.#write(frame);
    this.#count += 1;
  }

  /** `revision` is that of the store. */
  finish(revision: Revision): void {
    const end = Buffer.alloc(endBytes);
    end.writeUInt32BE(endMark, 0);
    writeNumber(end, this.#count, 4);
    writeNumber(end, revision, 12);
    end.writeUInt32BE(crc32(end.subarray(0, -checksumBytes)), endBytes - checksumBytes);
    this.#write(end);
    this.#flush();
    fsyncSync(this.#handle);
    closeSync(this.#handle);
    renameSync(this.#unfinished, this.#path);
  }

  /** Removes the incomplete file. */
  abandon(): void {
    closeSync(this.#handle);
    rmSync(this.#unfinished, { force: true });
  }

  get #unfinished(): string {
    return `${this.#path}.part`;
  }

  #write(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= bufferBytes) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting.splice(0));
    this.#waitingBytes = 0;
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#handle, bytes, done);
  }
}

/** Position of an entry in the file. */
export interface BackupPlace {
  readonly revision: Revision;
  readonly offset: number;
  readonly size: number;
}

/** A backup whose checksums were all verified. */
export interface OpenBackup {
  readonly revision: Revision;
  readonly places: readonly BackupPlace[];
  read(place: BackupPlace): BackupEntry;
  close(): void;
}

/** Reads the whole file and verifies every checksum. Throws `corrupt` or `newer-format`. */
export function openBackup(path: string, onProgress: (done: number, total: number) => void): OpenBackup {
  const handle = openSync(path, "r");
  try {
    const size = fstatSync(handle).size;
    const places: BackupPlace[] = [];
    let offset = readFirstLine(handle, path);
    for (;;) {
      const length = readPart(handle, { path, offset, size: lengthBytes }).readUInt32BE(0);
      if (length === endMark) break;
      const frame = readPart(handle, { path, offset, size: lengthBytes + length });
      places.push({ revision: openFrame(path, frame).revision, offset, size: frame.length });
      offset += frame.length;
      if (places.length % 1000 === 0) onProgress(offset, size);
    }
    const revision = readEnd(path, readPart(handle, { path, offset, size: endBytes }), places.length);
    if (offset + endBytes !== size) throw damaged(path, "there is something behind its end");
    const read = (place: BackupPlace) => openFrame(path, readPart(handle, { path, ...place }));
    return { revision, places, read, close: () => closeSync(handle) };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function readFirstLine(handle: number, path: string): number {
  const text = Buffer.alloc(64);
  readSync(handle, text, 0, text.length, 0);
  const [line, version] = firstLine.exec(text.toString("latin1")) ?? [];
  if (line === undefined) throw new StoreError("corrupt", `${path} is not a backup that kiln store backup wrote.`);
  if (Number(version) > backupVersion) {
    throw new StoreError("newer-format", `${path} was written by a newer Kiln: use that one to restore it.`);
  }
  return line.length;
}

interface Part {
  readonly path: string;
  readonly offset: number;
  readonly size: number;
}

function readPart(handle: number, { path, offset, size }: Part): Buffer {
  if (offset + size > fstatSync(handle).size) throw damaged(path, "it was cut short");
  const bytes = Buffer.allocUnsafe(size);
  if (readSync(handle, bytes, 0, size, offset) < size) throw damaged(path, "it was cut short");
  return bytes;
}

function openFrame(path: string, frame: Buffer): BackupEntry {
  checkFrame(path, frame);
  const keyEnd = lengthBytes + entryHeadBytes + frame.readUInt32BE(20);
  return {
    revision: readNumber(frame, 4),
    expiresAtMs: readNumber(frame, 12),
    key: frame.toString("utf8", lengthBytes + entryHeadBytes, keyEnd),
    value: frame.subarray(keyEnd, -checksumBytes),
  };
}

function readEnd(path: string, end: Buffer, count: number): Revision {
  checkFrame(path, end);
  if (readNumber(end, 4) !== count) throw damaged(path, "some values are missing");
  return readNumber(end, 12);
}

function checkFrame(path: string, frame: Buffer): void {
  const isWhole = crc32(frame.subarray(0, -checksumBytes)) === frame.readUInt32BE(frame.length - checksumBytes);
  if (!isWhole) throw damaged(path, "a checksum does not match");
}

function damaged(path: string, why: string): StoreError {
  return new StoreError("corrupt", `The backup ${path} is damaged, ${why}: use another one.`);
}
