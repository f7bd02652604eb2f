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

/** Result of one pass over the bytes. Only meaningful for texts that are JSON; nothing is checked here. */
export interface JsonScan {
  /** Keys in all objects, repeated ones counted each time. */
  keys: number;
  /** The deepest nesting of objects and lists. */
  depth: number;
  isAscii: boolean;
  /** Whether a number or escape may decode differently in Kubernetes than in JSON.parse. */
  hasPitfalls: boolean;
}

/**
 * Costs about a fifth of JSON.parse on the same text. A string's bytes are passed over in the inner loop; outside of
 * strings each colon is a key, and each run of digits is looked at once.
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
  // The byte after a backslash was skipped; beyond ASCII it is an error, which the parser finds either way.
  scan.isAscii = bits < 0x80;
  return scan;
}

/** Sixteen digits may be more than a double holds, unless they are decimals; a long exponent may be too large for one. */
function isPitfall(bytes: Uint8Array, start: number, end: number): boolean {
  const before = bytes[start - 1];
  if (end - start >= 16 && before !== DOT) {
    return true;
  }
  const sign = before === 0x2b || before === 0x2d;
  const exponent = sign ? bytes[start - 2] : before;
  return exponent === 0x65 || exponent === 0x45;
}

/** `i` is just after the backslash. JSON.parse keeps half of a surrogate pair as it is, Kubernetes replaces it. */
function isSurrogateEscape(bytes: Uint8Array, i: number): boolean {
  return bytes[i] === 0x75 && ((bytes[i + 1] as number) | 0x20) === 0x64 && (bytes[i + 2] as number) >= 0x38;
}
