import { decodeBytewise } from "@kiln/api";
import { ErrorCode, Http2Fault } from "./frames.ts";
import type { HuffmanDecoder } from "./huffman.ts";
import { STATIC_HEADERS } from "./static-headers.ts";

type Header = readonly [name: string, value: string];

/** What RFC 7541 counts for a header beside its text. */
const HEADER_OVERHEAD = 32;
/** How much the client may ask to be remembered: what HTTP/2 has if nothing else is said. */
const MAX_TABLE_BYTES = 4096;

export interface DecodedHeaders {
  readonly headers: readonly Header[];
  /** More than the limit; what is beyond is not among them. */
  readonly isTooLarge: boolean;
}

/** Decodes the header blocks of one connection, in their order. Throws a {@link Http2Fault}. */
export type HeaderDecoder = (block: Uint8Array) => DecodedHeaders;

export interface HeaderDecoderOptions {
  readonly decodeHuffman: HuffmanDecoder;
  readonly maxBytes: number;
}

/** Numbers are prefixes of so many bits of a byte whose other bits say what follows. */
const INDEXED_BITS = 7;
const REMEMBERED_BITS = 6;
const RESIZE_BITS = 5;
const PLAIN_BITS = 4;

export function createHeaderDecoder({ decodeHuffman, maxBytes }: HeaderDecoderOptions): HeaderDecoder {
  const table = createHeaderTable();
  return (block) => {
    const cursor: Cursor = { block, at: 0, decodeHuffman };
    const headers: Header[] = [];
    let bytes = 0;
    while (cursor.at < block.length) {
      const header = readHeader(cursor, table, headers.length === 0);
      if (header !== undefined) {
        bytes += sizeOf(header);
        if (bytes <= maxBytes) {
          headers.push(header);
        }
      }
    }
    return { headers, isTooLarge: bytes > maxBytes };
  };
}

interface Cursor {
  readonly block: Uint8Array;
  readonly decodeHuffman: HuffmanDecoder;
  at: number;
}

/** Changes the cursor and the table. Undefined for what only changes the table's size, which comes first in a block. */
function readHeader(cursor: Cursor, table: HeaderTable, isFirst: boolean): Header | undefined {
  const first = cursor.block[cursor.at] as number;
  if (first >= 0x80) {
    return table.get(readNumber(cursor, INDEXED_BITS));
  }
  if (first >= 0x40) {
    const header = readLiteral(cursor, table, REMEMBERED_BITS);
    table.add(header);
    return header;
  }
  if (first >= 0x20) {
    if (!isFirst) {
      throw broken("the table's size changes in the middle of a block");
    }
    table.resize(readNumber(cursor, RESIZE_BITS));
    return undefined;
  }
  return readLiteral(cursor, table, PLAIN_BITS);
}

function readLiteral(cursor: Cursor, table: HeaderTable, bits: number): Header {
  const index = readNumber(cursor, bits);
  const name = index === 0 ? readText(cursor) : table.get(index)[0];
  return [name, readText(cursor)];
}

function readNumber(cursor: Cursor, bits: number): number {
  const most = 2 ** bits - 1;
  let number = (cursor.block[cursor.at++] as number) & most;
  if (number < most) {
    return number;
  }
  for (let shift = 0; shift <= 21; shift += 7) {
    const byte = cursor.block[cursor.at++];
    if (byte === undefined) {
      throw broken("a number has no end");
    }
    number += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) {
      return number;
    }
  }
  throw broken("a number is too large");
}

const HUFFMAN = 0x80;

function readText(cursor: Cursor): string {
  const { block, decodeHuffman } = cursor;
  const isHuffman = ((block[cursor.at] ?? 0) & HUFFMAN) !== 0;
  const length = readNumber(cursor, INDEXED_BITS);
  const start = cursor.at;
  cursor.at += length;
  if (cursor.at > block.length || start >= block.length + (length === 0 ? 1 : 0)) {
    throw broken("a text has no end");
  }
  const text = isHuffman ? decodeHuffman(block, start, cursor.at) : decodeBytewise(block, start, cursor.at);
  if (text === undefined) {
    throw broken("a text is in no known code");
  }
  return text;
}

interface HeaderTable {
  get(index: number): Header;
  add(header: Header): void;
  resize(bytes: number): void;
}

/** What is known by number: what both sides always know, then what came last on this connection. */
function createHeaderTable(): HeaderTable {
  let remembered: Header[] = [];
  let bytes = 0;
  let maxBytes = MAX_TABLE_BYTES;
  const shrink = (room: number) => {
    while (bytes > room) {
      bytes -= sizeOf(remembered.pop() as Header);
    }
  };
  return {
    get(index) {
      const header = STATIC_HEADERS[index - 1] ?? remembered[index - 1 - STATIC_HEADERS.length];
      if (header === undefined) {
        throw broken(`there is no header ${index}`);
      }
      return header;
    },
    add(header) {
      const size = sizeOf(header);
      shrink(Math.max(0, maxBytes - size));
      if (size <= maxBytes) {
        remembered = [header, ...remembered];
        bytes += size;
      }
    },
    resize(wanted) {
      if (wanted > MAX_TABLE_BYTES) {
        throw broken("the table is to grow beyond its limit");
      }
      maxBytes = wanted;
      shrink(maxBytes);
    },
  };
}

function sizeOf([name, value]: Header): number {
  return name.length + value.length + HEADER_OVERHEAD;
}

function broken(message: string): Http2Fault {
  return new Http2Fault(ErrorCode.compression, message);
}
