const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;

/** Result of one pass over the bytes. Valid only for JSON texts, which the scan does not check. */
export interface JsonScan {
  /** Number of keys in all objects, with duplicates. */
  keys: number;
  /** Depth of the deepest object or list. */
  depth: number;
  isAscii: boolean;
  /** True if a number or escape may decode differently by JSON.parse than in Kubernetes. */
  hasPitfalls: boolean;
}

/**
 * Scans a text in about a fifth of JSON.parse's time. An inner loop skips the bytes of a string; outside of strings
 * each colon is a key, and each run of digits is examined once.
 */
export function scanJson(bytes: Uint8Array): JsonScan {
  const scan: JsonScan = { keys: 0, depth: 0, isAscii: true, hasPitfalls: false };
  const length = bytes.length;
  let depth = 0;
  let keys = 0;
  let deepest = 0;
  let bits = 0;
  let i = 0;
  while (i < length) {
    const byte = bytes[i++] as number;
    bits |= byte;
    if (byte === QUOTE) {
      while (i < length) {
        const inner = bytes[i++] as number;
        bits |= inner;
        if (inner === QUOTE) {
          break;
        }
        if (inner === BACKSLASH) {
          scan.hasPitfalls ||= isSurrogateEscape(bytes, i);
          i++;
        }
      }
    } else if (byte === COLON) {
      keys++;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++;
      deepest = Math.max(depth, deepest);
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
    } else if (byte >= ZERO && byte <= NINE) {
      const start = i - 1;
      while (i < length && (bytes[i] as number) >= ZERO && (bytes[i] as number) <= NINE) {
        i++;
      }
      scan.hasPitfalls ||= i - start >= 3 && isPitfall(bytes, start, i);
    }
  }
  scan.keys = keys;
  scan.depth = deepest;
  // The byte after a backslash was skipped; one beyond ASCII is an error, which the parser finds anyway.
  scan.isAscii = bits < 0x80;
  return scan;
}

/**
 * Whether a number may lose precision: sixteen digits may be more than a double holds, unless they are decimals, and a
 * long exponent may be too large.
 */
function isPitfall(bytes: Uint8Array, start: number, end: number): boolean {
  const before = bytes[start - 1];
  if (end - start >= 16 && before !== DOT) {
    return true;
  }
  const sign = before === 0x2b || before === 0x2d;
  const exponent = sign ? bytes[start - 2] : before;
  return exponent === 0x65 || exponent === 0x45;
}

/**
 * Whether an escape is a surrogate; `i` is just after the backslash. JSON.parse keeps half of a surrogate pair,
 * Kubernetes replaces it.
 */
function isSurrogateEscape(bytes: Uint8Array, i: number): boolean {
  return bytes[i] === 0x75 && ((bytes[i + 1] as number) | 0x20) === 0x64 && (bytes[i + 2] as number) >= 0x38;
}
