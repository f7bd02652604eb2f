import { encodeUtf8 } from "@kiln/api";

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a hash: exclusive or, then multiply. */
export function fnv32a(bytes: Uint8Array, start: number = OFFSET): number {
  let hash = start;
  for (const byte of bytes) {
    hash = Math.imul(hash ^ byte, PRIME);
  }
  return hash >>> 0;
}

/** FNV-1 hash: multiply, then exclusive or. */
export function fnv32(bytes: Uint8Array): number {
  let hash = OFFSET;
  for (const byte of bytes) {
    hash = Math.imul(hash, PRIME) ^ byte;
  }
  return hash >>> 0;
}

const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** Kubernetes: hashes in names are decimal digits replaced by letters that spell no words (rand.go SafeEncodeString, v1.36). */
export function encodeHash(hash: number): string {
  return [...encodeUtf8(String(hash))].map((byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
