import {
  CODE_LENGTHS,
  createHeaderDecoder,
  createHuffmanDecoder,
  type HeaderDecoder,
  Http2Fault,
  STATIC_HEADERS,
} from "@kiln/wire";

type Header = readonly [name: string, value: string];

const LIMITS = { maxBytes: 1 << 20, maxHeaders: 1000 };
const MAX_HEADERS_DECODED = 4 * LIMITS.maxHeaders;
const decodeHuffman = createHuffmanDecoder();

/**
 * Error in the HPACK decoder, with these blocks; undefined if there is none. Zero bytes separate the blocks of one
 * connection.
 */
export function checkHpack(input: Buffer): string | undefined {
  const decode = createHeaderDecoder({ decodeHuffman, ...LIMITS });
  const plain = new PlainDecoder();
  for (const block of split(input)) {
    const own = attempt(decode, block);
    const expected = plain.decode(block);
    if (own === undefined || expected === undefined) {
      return own === expected ? undefined : `decoded as ${JSON.stringify(own)}, plainly as ${JSON.stringify(expected)}`;
    }
    const kept = expected.length > LIMITS.maxHeaders ? expected.slice(0, LIMITS.maxHeaders) : expected;
    if (!own.isTooLarge && JSON.stringify(own.headers) !== JSON.stringify(kept)) {
      return `decoded as ${JSON.stringify(own.headers)}, plainly as ${JSON.stringify(kept)}`;
    }
  }
  return undefined;
}

function split(input: Buffer): Buffer[] {
  const length = 1 + (input[0] ?? 0);
  const blocks: Buffer[] = [];
  for (let at = 1; at < input.length; at += length) {
    blocks.push(input.subarray(at, at + length));
  }
  return blocks;
}

function attempt(decode: HeaderDecoder, block: Buffer): ReturnType<HeaderDecoder> | undefined {
  try {
    return decode(block);
  } catch (error) {
    if (error instanceof Http2Fault) {
      return undefined;
    }
    throw error;
  }
}

/** RFC 7541 implemented literally and slowly: a list for the table, bits as text for the Huffman code. */
class PlainDecoder {
  #table: Header[] = [];
  #room = 4096;
  #bytes: Uint8Array = Buffer.alloc(0);
  #at = 0;

  /** Decodes a block; undefined if it is invalid. */
  decode(block: Uint8Array): Header[] | undefined {
    this.#bytes = block;
    this.#at = 0;
    const headers: Header[] = [];
    let resizes = 0;
    while (this.#at < block.length) {
      const first = block[this.#at] as number;
      if (first >> 5 === 1) {
        const room = this.#number(5);
        if (room === undefined || room > 4096 || headers.length > 0 || ++resizes > 2) {
          return undefined;
        }
        this.#room = room;
        this.#evict();
        continue;
      }
      const header = first >= 0x80 ? this.#known(this.#number(7)) : this.#literal(first >= 0x40 ? 6 : 4);
      if (header === undefined || headers.push(header) > MAX_HEADERS_DECODED) {
        return undefined;
      }
      if (first < 0x80 && first >= 0x40) {
        this.#table.unshift(header);
        this.#evict();
      }
    }
    return headers;
  }

  #evict(): void {
    let bytes = 0;
    const kept = this.#table.findIndex(([name, value]) => {
      bytes += name.length + value.length + 32;
      return bytes > this.#room;
    });
    this.#table = kept < 0 ? this.#table : this.#table.slice(0, kept);
  }

  #known(index: number | undefined): Header | undefined {
    return index === undefined ? undefined : [...STATIC_HEADERS, ...this.#table][index - 1];
  }

  #literal(bits: number): Header | undefined {
    const index = this.#number(bits);
    if (index === undefined) {
      return undefined;
    }
    const name = index === 0 ? this.#text() : this.#known(index)?.[0];
    const value = name === undefined ? undefined : this.#text();
    return name === undefined || value === undefined ? undefined : [name, value];
  }

  #text(): string | undefined {
    const isHuffman = (this.#bytes[this.#at] ?? 0) >= 0x80;
    const length = this.#number(7);
    if (length === undefined || this.#at + length > this.#bytes.length) {
      return undefined;
    }
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return isHuffman ? decodePlainly(bytes) : Buffer.from(bytes).toString("latin1");
  }

  #number(bits: number): number | undefined {
    const first = this.#bytes[this.#at++];
    if (first === undefined) {
      return undefined;
    }
    const most = 2 ** bits - 1;
    let number = first & most;
    for (let shift = 0; number >= most && shift <= 21; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) {
        return undefined;
      }
      number += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        return number;
      }
    }
    return number < most ? number : undefined;
  }
}

const BYTE_OF_CODE: ReadonlyMap<string, number> = makeCodes();

function makeCodes(): Map<string, number> {
  const codes = new Map<string, number>();
  let next = 0;
  for (let length = 1; length <= 30; length++) {
    next *= 2;
    for (const [byte, digit] of [...CODE_LENGTHS].entries()) {
      if (Number.parseInt(digit, 36) === length) {
        codes.set((next++).toString(2).padStart(length, "0"), byte);
      }
    }
  }
  return codes;
}

function decodePlainly(bytes: Uint8Array): string | undefined {
  let open = "";
  const decoded: number[] = [];
  for (const bit of Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")) {
    open += bit;
    const byte = BYTE_OF_CODE.get(open);
    if (byte !== undefined) {
      decoded.push(byte);
      open = "";
    }
  }
  return open.length > 7 || open.includes("0") ? undefined : Buffer.from(decoded).toString("latin1");
}

const hex = (text: string) => Buffer.from(text, "hex");

/** First byte: length of the blocks. The inputs are the examples of RFC 7541 and changes of the table size. */
export const HPACK_CORPUS: readonly Buffer[] = [
  hex("14828684410f7777772e6578616d706c652e636f6d828684be58086e6f2d6361636865"),
  hex("ff828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565"),
  hex("11828684418cf1e3c2e5f23a6ba0ab90f4ff828684be5886a8eb10649cbf"),
  hex("ff828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"),
  hex("ff203fe11f828684be"),
  Buffer.concat([hex("ff"), ...Array.from({ length: 60 }, (_, i) => Buffer.of(0x40, 1, 97 + (i % 26), 1, i))]),
];
