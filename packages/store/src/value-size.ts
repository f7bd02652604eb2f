import { StoreError } from "./store-error.ts";

/** etcd's default for --max-request-bytes. The embedded stores have the same limit. */
export const maxRequestBytes = 1.5 * 1024 * 1024;

/** No write of more bytes is sent to etcd, however large its --max-request-bytes is: kube-apiserver's client has this limit. */
export const maxSentBytes = 2 * 1024 * 1024;

/** The fields of an etcd transaction around key and value. The key is in it three times. */
const transactionBytes = 64;
const keysPerTransaction = 3;

/** The size of the etcd transaction that writes the value; keys are counted in characters, which ASCII keys have as many of as bytes. */
export function requestBytes(key: string, value: Uint8Array): number {
  return value.length + keysPerTransaction * key.length + transactionBytes;
}

/** Throws `too-large`. Costs an addition; called for every write that has a value. */
export function checkSize(key: string, value: Uint8Array, limit: number): void {
  const size = requestBytes(key, value);
  if (size > limit) throw tooLarge(`${key} would take ${size} bytes, the limit is ${limit}`);
}

export function tooLarge(what: string, options?: ErrorOptions): StoreError {
  return new StoreError("too-large", `The value is too large and was not written: ${what}.`, options);
}
