import { kindPrefix } from "@kiln/api";
import type { Store, UnreadableListener } from "@kiln/store";
import { createMappedStore } from "@kiln/store";
import { markStale } from "../stored/stored-value.ts";

/** Encryption at rest for the values of one kind. Created where cryptography is available. */
export interface ValueCipher {
  /** A different result each time. Bound to the key: a value cannot be moved to another key. */
  seal(key: string, value: Uint8Array): Uint8Array;
  /** Throws for a value that no key decrypts. */
  open(key: string, stored: Uint8Array): OpenedValue;
}

export interface OpenedValue {
  /** Bytes that the caller owns. */
  readonly value: Uint8Array;
  /** Whether it would be encrypted differently today: with a newer key, or at all. */
  readonly isStale: boolean;
}

/** Cipher of a kind, by group (`core` for the core group) and plural; undefined for one stored in clear. */
export type FindCipher = (group: string, plural: string) => ValueCipher | undefined;

export interface EncryptedStore {
  readonly store: Store;
  /** Whether a decoded value should be rewritten. */
  isStale(value: Uint8Array): boolean;
}

/**
 * A store that encrypts the values of some kinds, record heads included. Values of an old key are marked, so that even
 * a write that changes nothing rewrites them.
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
    // A copy, because the store's own bytes are not to be changed.
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
