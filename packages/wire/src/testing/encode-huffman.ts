import { CODE_LENGTHS } from "../http2/huffman.ts";

/** Bits of the code of each byte: codes are numbered in order of length, then of byte. */
const CODES: readonly string[] = makeCodes();

function makeCodes(): string[] {
  const lengths = [...CODE_LENGTHS].map((digit) => Number.parseInt(digit, 36));
  const codes: string[] = [];
  let next = 0;
  for (let length = 1; length <= 30; length++) {
    next *= 2;
    for (const [symbol, its] of lengths.entries()) {
      if (its === length) {
        codes[symbol] = (next++).toString(2).padStart(length, "0");
      }
    }
  }
  return codes;
}

/** Text in the Huffman code of HTTP/2's headers, as a client sends it. */
export function encodeHuffman(text: Uint8Array): Uint8Array {
  const bits = Array.from(text, (byte) => CODES[byte]).join("");
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  return Uint8Array.from({ length: padded.length / 8 }, (_, i) => Number.parseInt(padded.slice(8 * i, 8 * i + 8), 2));
}
