import { decodeBytewise } from "@kiln/api";

/** How many bits the code of each byte has, one base-36 digit a byte (RFC 7541, appendix B). */
export const CODE_LENGTHS: string =
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca" +
  "d67777777777777777777777878djde6f56565666577666567655677777fbeds" +
  "kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn" +
  "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq";

const LONGEST = 30;
const LEVEL_BITS = 8;
const LEVEL_SIZE = 2 ** LEVEL_BITS;

/**
 * A tree of tables, each for the next {@link LEVEL_BITS} bits. A positive entry is the offset of the table for the
 * following bits; a negative one is a byte and its number of bits; zero is no code.
 */
function makeTables(): Int32Array {
  const tables: number[] = Array(LEVEL_SIZE).fill(0);
  const symbols: number[][] = Array.from({ length: LONGEST + 1 }, () => []);
  for (let symbol = 0; symbol < CODE_LENGTHS.length; symbol++) {
    symbols[Number.parseInt(CODE_LENGTHS[symbol] as string, 36)]?.push(symbol);
  }
  let code = 0;
  // The code is a canonical one: in the order of lengths, then of bytes, each is the one before it plus one.
  for (let length = 1; length <= LONGEST; length++) {
    code *= 2;
    for (const symbol of symbols[length] ?? []) {
      addCode(tables, { symbol, code, length });
      code++;
    }
  }
  return Int32Array.from(tables);
}

interface Code {
  readonly symbol: number;
  readonly code: number;
  readonly length: number;
}

/** Adds a code to the tables, with further tables if it is longer than one level. */
function addCode(tables: number[], { symbol, code, length }: Code): void {
  let table = 0;
  let rest = length;
  while (rest > LEVEL_BITS) {
    rest -= LEVEL_BITS;
    const entry = table + ((code >>> rest) & (LEVEL_SIZE - 1));
    if (tables[entry] === 0) {
      tables[entry] = tables.length;
      tables.push(...Array(LEVEL_SIZE).fill(0));
    }
    table = tables[entry] as number;
  }
  const first = table + ((code << (LEVEL_BITS - rest)) & (LEVEL_SIZE - 1));
  tables.fill(-((symbol << 4) | rest), first, first + 2 ** (LEVEL_BITS - rest));
}

/** Reads text in the Huffman code of HTTP/2's headers, a byte a character; undefined if it is not in that code. */
export type HuffmanDecoder = (bytes: Uint8Array, start: number, end: number) => string | undefined;

/** The shortest code has five bits: text grows by at most this factor. */
const MAX_GROWTH = 8 / 5;
/** Longer texts are rare, and get a buffer of their own. */
const SCRATCH_BYTES = 16 * 1024;

export function createHuffmanDecoder(): HuffmanDecoder {
  const tables = makeTables();
  const scratch = new Uint8Array(SCRATCH_BYTES);
  return (bytes, start, end) => {
    const most = Math.ceil((end - start) * MAX_GROWTH);
    const text = most <= SCRATCH_BYTES ? scratch : new Uint8Array(most);
    const length = decodeInto(text, { tables, bytes, start, end });
    return length < 0 ? undefined : decodeBytewise(text, 0, length);
  };
}

interface Coded {
  readonly tables: Int32Array;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Decodes into `text`. Returns the length of the text, or -1 for bytes that are not in the code. */
function decodeInto(text: Uint8Array, { tables, bytes, start, end }: Coded): number {
  let length = 0;
  let bits = 0;
  /** Bits read but not looked up, and bits without a decoded byte so far. */
  let count = 0;
  let open = 0;
  let table = 0;
  for (let at = start; at < end || count > 0; ) {
    if (count < LEVEL_BITS && at < end) {
      bits = ((bits & (LEVEL_SIZE - 1)) << 8) | (bytes[at++] as number);
      count += 8;
      open += 8;
    }
    const next = count >= LEVEL_BITS ? bits >>> (count - LEVEL_BITS) : bits << (LEVEL_BITS - count);
    const entry = tables[table + (next & (LEVEL_SIZE - 1))] as number;
    if (entry < 0 && (-entry & 0xf) <= count) {
      text[length++] = -entry >>> 4;
      count -= -entry & 0xf;
      open = count;
      table = 0;
    } else if (entry > 0 && count >= LEVEL_BITS) {
      table = entry;
      count -= LEVEL_BITS;
    } else {
      break;
    }
  }
  return open <= MAX_PADDING && isPadding(bytes, end, open) ? length : -1;
}

const MAX_PADDING = 7;

/** Padding of the last byte is a prefix of the longest code, which is all ones. */
function isPadding(bytes: Uint8Array, end: number, open: number): boolean {
  const mask = 2 ** open - 1;
  return open === 0 || ((bytes[end - 1] as number) & mask) === mask;
}
