import { statfsSync } from "node:fs";
import { StoreError } from "../store-error.ts";

const noSpaceCodes: readonly unknown[] = [28, 122, -30792];
const inputOutputError = 5;
const fullBelowBytes = 16 * 1024 * 1024;

/** Finds the cause of a failed commit, which lmdb wraps in another promise. */
export async function findCommitError(error: unknown, directory: string): Promise<StoreError> {
  const hidden = (error as { commitError?: Promise<unknown> }).commitError;
  const cause = hidden === undefined ? error : await hidden.catch((reason: unknown) => reason);
  const { code } = cause as { readonly code?: unknown };
  // A disk that accepts only part of a page makes LMDB report an input/output error.
  if (noSpaceCodes.includes(code) || (code === inputOutputError && isNearlyFull(directory))) {
    const message = `The disk of ${directory} is full and nothing was written: make room, and writes go on.`;
    return new StoreError("no-space", message, { cause });
  }
  const message = `A write to ${directory} could not be finished (${String(cause)}): look at the disk, and restart.`;
  return new StoreError("outcome-unknown", message, { cause });
}

function isNearlyFull(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize < fullBelowBytes;
}
