import type { Entry, StoreEvent } from "../store.ts";
import type { WriteRequest } from "../write-request.ts";
import type { RequestOp, TxnRequest } from "./messages.ts";

/** Revision that no key has: its compare always fails. */
const neverRevision = Number.MAX_SAFE_INTEGER;

/**
 * A write as one transaction: applied if the key has the expected revision; otherwise it reads the key, for the error
 * message.
 */
export function createWriteTxn(request: WriteRequest, key: Uint8Array, lease: bigint | undefined): TxnRequest {
  return {
    compare: { key, modRevision: comparedRevision(request) },
    success: createOperation(request, key, lease),
    failure: { range: { key } },
  };
}

/** A missing key compares as revision 0, so an expected 0 would turn a replace into a create. */
function comparedRevision({ type, expected = 0 }: WriteRequest): number {
  if (type === "create") return 0;
  return Number.isSafeInteger(expected) && expected > 0 ? expected : neverRevision;
}

function createOperation(request: WriteRequest, key: Uint8Array, lease: bigint | undefined): RequestOp {
  if (request.value === undefined) return { delete: key };
  return { put: lease === undefined ? { key, value: request.value } : { key, value: request.value, lease } };
}

/**
 * Whether a write whose response was lost surely failed and cannot happen later: another write has replaced the
 * revision it expected. If that write is equal in every byte, it may be this one; and a lost create may still happen
 * while the key does not exist.
 */
export function isSurelyRefused(request: WriteRequest, successor: StoreEvent | undefined): boolean {
  if (request.type === "create" || successor === undefined) return false;
  const { value } = successor;
  if (request.value === undefined || value === undefined) return request.value !== value;
  return Buffer.compare(request.value, value) !== 0;
}

/** Whether the mirror already has the entry that made a write fail, so that a retry does not fail again. */
export function showsRefusal(mirrored: Entry | undefined, found: Entry | undefined): boolean {
  return mirrored?.revision === found?.revision;
}
