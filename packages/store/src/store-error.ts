import type { Revision } from "./store.ts";

/**
 * Codes of store errors, by the action the caller should take.
 *
 * - `key-exists`, `key-not-found`, `revision-mismatch`: the compare of a write failed; read again and decide.
 * - `compacted`: the revision requested is no longer kept; start over from a fresh range.
 * - `future-revision`: the revision requested has not happened yet; ask again later, or it belongs to another store.
 * - `unavailable`: nothing was written; trying again may help.
 * - `outcome-unknown`: a write was sent and its answer lost; it may or may not have happened.
 * - `no-space`: nothing was written; writes go on by themselves once there is room.
 * - `closed`: the store was closed by its owner.
 * - `locked`, `no-access`, `corrupt`, `newer-format`: the store cannot be opened, and nothing was changed.
 * - `too-large`: the value is larger than the store takes, and was not written.
 * - `unreadable`: the value of `key`, at `revision`, is damaged or cannot be decoded; other keys are not affected. The key
 *   can be deleted by its revision.
 * - `invalid-key`: the key is empty, too long, or holds NUL or half a surrogate pair.
 */
export type StoreErrorCode =
  | "key-exists"
  | "key-not-found"
  | "revision-mismatch"
  | "compacted"
  | "future-revision"
  | "unavailable"
  | "outcome-unknown"
  | "no-space"
  | "closed"
  | "locked"
  | "no-access"
  | "corrupt"
  | "newer-format"
  | "too-large"
  | "unreadable"
  | "invalid-key";

export interface StoreErrorOptions extends ErrorOptions {
  readonly oldest?: Revision;
  readonly key?: string;
  readonly revision?: Revision;
}

/** The only error a store throws. The message is a sentence for an operator; programs look at `code`. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  /** With `compacted`, where it is known: the oldest revision that is still kept. */
  readonly oldest?: Revision;
  /** With `unreadable`: which key, and the revision to delete it by. */
  readonly key?: string;
  readonly revision?: Revision;

  constructor(code: StoreErrorCode, message: string, options: StoreErrorOptions = {}) {
    super(message, options);
    this.code = code;
    if (options.oldest !== undefined) this.oldest = options.oldest;
    if (options.key !== undefined) this.key = options.key;
    if (options.revision !== undefined) this.revision = options.revision;
  }
}

/** Whether an unknown thrown value is a StoreError, of the given code if one is given. */
export function isStoreError(error: unknown, code?: StoreErrorCode): error is StoreError {
  return error instanceof StoreError && (code === undefined || error.code === code);
}
