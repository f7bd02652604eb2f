import { StoreError } from "../store-error.ts";

/** Error for damage that keeps the store from being opened or read. `what` is a sentence without its full stop. */
export function corrupt(what: string, cause?: unknown): StoreError {
  return new StoreError("corrupt", `${what}. ${corruptAdvice}`, cause === undefined ? {} : { cause });
}

/** The command for a damaged store. */
export const corruptAdvice =
  'Type "kiln store verify" to see what is damaged, and "kiln store restore FILE" to go back to a backup.';
