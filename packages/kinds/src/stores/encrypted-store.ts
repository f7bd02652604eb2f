import { kindPrefix } from "@kiln/api";
import type { Store, UnreadableListener } from "@kiln/store";
import { createMappedStore } from "@kiln/store";
import { markStale } from "../stored/stored-value.ts";

/** Encryption of stored values of one kind. Created where cryptography is available. */
export interface ValueCipher {
  /** Encrypts a value; the result differs each time. It is bound to the key: a value cannot be moved to another key. */
  seal(key: string, value: Uint8Array): Uint8Array;
  /** Decrypts a value; throws if no encryption key fits. */
  open(key: string, stored: Uint8Array): OpenedValue;
}

export interface OpenedValue {
  /** Decrypted bytes, which the caller owns. */
  readonly value: Uint8Array;
  /** True if the current configuration would store the value otherwise: with another key, in clear, or encrypted. */
  readonly isStale: boolean;
}

/** Cipher of a kind, by group (`core` for the core group) and plural; undefined if the kind is not encrypted. */
export type FindCipher = (group: string, plural: string) => ValueCipher | undefined;

export interface EncryptedStore {
  readonly store: Store;
  /** Whether a decrypted value should be written again. */
  isStale(value: Uint8Array): boolean;
}

/**
 * Store that encrypts the values of some kinds, record heads included. Values of an old key are marked, so that a write
 * that changes nothing still rewrites them.
 */
export function createEncryptedStore(
  plain: Store,
  findCipher: FindCipher,
  onUnreadable?: UnreadableListener,
): EncryptedStore {
  const ciphers = new Map<string, ValueCipher | undefined>();
  const stale = new WeakSet<Uint8Array>();
  const cipherOf = (key: string): ValueCipher | undefined => {
    const prefix = kindPrefix(key);
    if (!ciphers.has(prefix)) {
      const [, , group = "", plural = ""] = prefix.split("/");
      ciphers.set(prefix, findCipher(group, plural));
    }
    return ciphers.get(prefix);
  };
  const open = (key: string, stored: Uint8Array): Uint8Array => {
    const cipher = cipherOf(key);
    if (cipher === undefined) {
      return stored;
    }
    const opened = tryOpen(cipher, key, stored);
    if (!opened.isStale) {
      return opened.value;
    }
    // Copied, because the store's own bytes must not be changed.
    const marked = opened.value.slice();
    markStale(marked);
    stale.add(marked);
    return marked;
  };
  const seal = (key: string, value: Uint8Array) => cipherOf(key)?.seal(key, value) ?? value;
  const store = createMappedStore(plain, { seal, open, onUnreadable });
  return { store, isStale: (value) => stale.has(value) };
}

/**
 * Kubernetes: names the key and why it was not decrypted (etcd3/store.go Get and storage/value/transformer.go
 * prefixTransformers.TransformFromStorage, v1.36).
 */
function tryOpen(cipher: ValueCipher, key: string, stored: Uint8Array): OpenedValue {
  try {
    return cipher.open(key, stored);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`unable to transform key ${JSON.stringify(key)}: ${why}`, { cause: error });
  }
}
