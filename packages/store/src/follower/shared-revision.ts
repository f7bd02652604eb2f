import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readNumber, writeNumber } from "../lmdb/layout.ts";
import type { Revision } from "../store.ts";

const fileName = "revision";
const fileBytes = 16;

/**
 * Newest revision that may have been answered, in a file shared by the processes of one machine. Reading it takes two
 * microseconds; a request to the owner would take the owner's processor time for every read. Its content need not
 * survive a crash: the next owner writes it again.
 */
export interface SharedRevision {
  publish(revision: Revision): void;
  close(): void;
}

/** Created by the owner of the store in its directory. */
export function createSharedRevision(directory: string): SharedRevision {
  const path = join(directory, fileName);
  const handle = openSync(path, "w", 0o600);
  const bytes = Buffer.alloc(fileBytes);
  return {
    // Written twice, so that a read during a write is noticed.
    publish(revision) {
      writeNumber(bytes, revision, 0);
      writeNumber(bytes, revision, 8);
      writeSync(handle, bytes, 0, fileBytes, 0);
    },
    close() {
      closeSync(handle);
      rmSync(path, { force: true });
    },
  };
}

export interface SharedRevisionReader {
  read(): Revision;
  close(): void;
}

export function openSharedRevision(directory: string): SharedRevisionReader {
  const handle = openSync(join(directory, fileName), "r");
  const bytes = Buffer.alloc(fileBytes);
  const readOnce = () => readSync(handle, bytes, 0, fileBytes, 0) === fileBytes && isWhole(bytes);
  return {
    read() {
      while (!readOnce());
      return readNumber(bytes, 0);
    },
    close: () => closeSync(handle),
  };
}

function isWhole(bytes: Buffer): boolean {
  return bytes.compare(bytes, 8, 16, 0, 8) === 0;
}
