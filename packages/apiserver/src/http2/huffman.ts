/** How many bits the code of each byte has, one base-36 digit a byte (RFC 7541, appendix B). */
const CODE_LENGTHS =
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca" +
  "d67777777777777777777777878djde6f56565666577666567655677777fbeds" +
  "kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn" +
  "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq";

const LONGEST = 30;
/** Codes of up to so many bits, which all that is common has, are looked up at once. */
const QUICK_BITS = 8;

interface Code {
  readonly length: number;
  readonly symbol: number;
}

interface Codes {
  /** By the next {@link QUICK_BITS} bits. */
  readonly quick: readonly (Code | undefined)[];
  /** By length: the first code of that length, and the symbols of those from there on. */
  readonly byLength: readonly { readonly first: number; readonly symbols: readonly number[] }[];
}

/** The code is a canonical one: in the order of lengths, then of bytes, each is the one before it plus one. */
function makeCodes(): Codes {
  const quick: (Code | undefined)[] = new Array(2 ** QUICK_BITS).fill(undefined);
  const byLength: { first: number; symbols: number[] }[] = [];
  let next = 0;
  for (let length = 0; length <= LONGEST; length++) {
    next *= 2;
    const symbols: number[] = [];
    byLength.push({ first: next, symbols });
    for (let symbol = 0; symbol < CODE_LENGTHS.length; symbol++) {
      if (Number.parseInt(CODE_LENGTHS[symbol] as string, 36) === length) {
        symbols.push(symbol);
        if (length <= QUICK_BITS) {
          const start = next << (QUICK_BITS - length);
          quick.fill({ length, symbol }, start, start + 2 ** (QUICK_BITS - length));
        }
        next++;
      }
    }
  }
  return { quick, byLength };
}

/** Reads text in the Huffman code of HTTP/2's headers, a byte a character; undefined if it is not in that code. */
export type HuffmanDecoder = (bytes: Uint8Array, start: number, end: number) => string | undefined;

export function createHuffmanDecoder(): HuffmanDecoder {
  const codes = makeCodes();
  return (bytes, start, end) => {
    let text = "";
    const count = (end - start) * 8;
    for (let at = 0; at < count; ) {
      const code = readCode(codes, bytes, { start, at, count });
      if (code === undefined) {
        return isPadding(bytes, { start, at, count }) ? text : undefined;
      }
      text += String.fromCharCode(code.symbol);
      at += code.length;
    }
    return text;
  };
}

/** A place among the bits that begin at byte `start`. */
interface Place {
  readonly start: number;
  readonly at: number;
  readonly count: number;
}

function readCode({ quick, byLength }: Codes, bytes: Uint8Array, place: Place): Code | undefined {
  const { start, at, count } = place;
  const byte = start + (at >> 3);
  const two = ((bytes[byte] as number) << 8) | (at + 8 < count ? (bytes[byte + 1] as number) : 0xff);
  const common = quick[(two >> (8 - (at & 7))) & 0xff];
  if (common !== undefined) {
    return at + common.length <= count ? common : undefined;
  }
  let bits = 0;
  for (let length = 1; length <= LONGEST && at + length <= count; length++) {
    bits = bits * 2 + bitAt(bytes, start, at + length - 1);
    const { first, symbols } = byLength[length] as Codes["byLength"][number];
    const symbol = length > QUICK_BITS ? symbols[bits - first] : undefined;
    if (symbol !== undefined) {
      return { length, symbol };
    }
  }
  return undefined;
}

function bitAt(bytes: Uint8Array, start: number, at: number): number {
  return ((bytes[start + (at >> 3)] as number) >> (7 - (at & 7))) & 1;
}

/** What is left of the last byte is the beginning of the longest code, which is all ones. */
function isPadding(bytes: Uint8Array, { start, at, count }: Place): boolean {
  if (count - at > 7) {
    return false;
  }
  for (let i = at; i < count; i++) {
    if (bitAt(bytes, start, i) === 0) {
      return false;
    }
  }
  return true;
}
