import type { Entry, Revision } from "./store.ts";
import { StoreError } from "./store-error.ts";

/** A write as it is requested. `expected` is absent for a create, `value` for a delete. */
export interface WriteRequest {
  readonly type: "create" | "replace" | "delete";
  readonly key: string;
  readonly value?: Uint8Array;
  readonly expected?: Revision;
  readonly ttlSeconds?: number | undefined;
}

/** Error of a write that does not fit the current state of the key; undefined if it fits. */
export function refuseWrite(
  request: WriteRequest,
  current: Pick<Entry, "revision"> | undefined,
): StoreError | undefined {
  const { type, key, expected } = request;
  if (type === "create") {
    return current && new StoreError("key-exists", `The key ${key} exists already, at revision ${current.revision}.`);
  }
  if (current === undefined) return new StoreError("key-not-found", `There is no key ${key} to ${type}.`);
  if (current.revision === expected) return undefined;
  const found = `The key ${key} is at revision ${current.revision}, not at ${expected}`;
  return new StoreError("revision-mismatch", `${found}: read it again.`);
}
