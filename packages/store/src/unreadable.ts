import type { Revision } from "./store.ts";
import { StoreError } from "./store-error.ts";

/** Called once for each value that was found unreadable. Must not throw. */
export type UnreadableListener = (error: StoreError) => void;

/** `why` is a clause such as "its checksum does not match". */
export function createUnreadable(
  { key, revision }: { readonly key: string; readonly revision: Revision },
  why: string,
  cause?: unknown,
): StoreError {
  const message = `The value of ${key} at revision ${revision} cannot be read: ${why}.`;
  return new StoreError("unreadable", message, { key, revision, ...(cause === undefined ? {} : { cause }) });
}
