import { StoreError } from "./store-error.ts";

/** Well above the longest key Kubernetes names can make, and small enough for every backend. */
export const maxKeyBytes = 1024;

const printable = /^[ -~]+$/;
const halfPair = /\p{Surrogate}/u;
const highUnit = /[\ud800-\uffff]/;

/** Whether UTF-16 order (the engine's own, fast one) and UTF-8 byte order agree on this key. */
export function hasPlainOrder(key: string): boolean {
  return !highUnit.test(key);
}

/**
 * Order by UTF-8 bytes. It differs from UTF-16 order only where a surrogate is compared with a unit above all
 * surrogates.
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return liftSurrogate(x) - liftSurrogate(y);
  }
  return a.length - b.length;
}

function liftSurrogate(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Throws `invalid-key`. Costs one scan; called once for every write. */
export function checkKey(key: string): void {
  if (key.length <= maxKeyBytes && printable.test(key)) return;
  const fault = findKeyFault(key);
  if (fault !== undefined) {
    throw new StoreError("invalid-key", `The key ${JSON.stringify(key.slice(0, 80))} cannot be stored: ${fault}.`);
  }
}

function findKeyFault(key: string): string | undefined {
  if (key === "") return "it is empty";
  if (key.includes("\0")) return "it holds a NUL character";
  if (halfPair.test(key)) return "it holds half a surrogate pair";
  if (new TextEncoder().encode(key).length > maxKeyBytes) return `it is longer than ${maxKeyBytes} bytes`;
  return undefined;
}

/** First key of a range over `prefix` that may continue from `start`. */
export function firstKey(prefix: string, start: string | undefined): string {
  return start !== undefined && compareKeys(start, prefix) > 0 ? start : prefix;
}

/** The first key that may follow this one: keys hold no NUL. */
export function keyAfter(key: string): string {
  return `${key}\0`;
}

/** First key above every key with the prefix; undefined if there is no upper bound. */
export function prefixEnd(prefix: string): string | undefined {
  for (let end = prefix.length; end > 0; ) {
    const start = lastCharacter(prefix, end);
    const point = prefix.codePointAt(start)!;
    if (point !== 0x10ffff) {
      return prefix.slice(0, start) + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
    }
    end = start;
  }
  return undefined;
}

/** Start of the character that ends at `end`. */
function lastCharacter(text: string, end: number): number {
  const isPair = end > 1 && text.codePointAt(end - 2)! > 0xffff;
  return isPair ? end - 2 : end - 1;
}
