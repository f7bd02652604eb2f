import { StoreError } from "../store-error.ts";

/** The error for damage that keeps the store from being opened or read. `what` begins the sentence. */
export function corrupt(what: string, cause?: unknown): StoreError {
  const message = `${what[0]!.toUpperCase()}${what.slice(1)}. ${corruptAdvice}`;
  return new StoreError("corrupt", message, cause === undefined ? {} : { cause });
}

/** What to type when a store is damaged. */
export const corruptAdvice =
  'Type "kiln store verify" to see what is damaged, and "kiln store restore FILE" to go back to a backup.';
