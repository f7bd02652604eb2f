import { decodeBytewise } from "@kiln/api";
import { ErrorCode, Http2Fault } from "./frames.ts";
import type { HuffmanDecoder } from "./huffman.ts";
import { STATIC_HEADERS } from "./static-headers.ts";

type Header = readonly [name: string, value: string];

/** Bytes that RFC 7541 adds to the size of each header. */
const HEADER_OVERHEAD = 32;
/** Size of the dynamic table: HTTP/2's default. */
const MAX_TABLE_BYTES = 4096;

export interface DecodedHeaders {
  readonly headers: readonly Header[];
  /** Whether the headers exceed the limit in number or bytes; those beyond it are missing. */
  readonly isTooLarge: boolean;
  /** Number of headers, those beyond the limit included. */
  readonly count: number;
}

/** Decodes the header blocks of one connection, in their order. Throws a {@link Http2Fault}. */
export type HeaderDecoder = (block: Uint8Array) => DecodedHeaders;

export interface HeaderDecoderOptions {
  readonly decodeHuffman: HuffmanDecoder;
  readonly maxBytes: number;
  readonly maxHeaders: number;
}

/**
 * An oversized block is still decoded, because later ones may refer to it, but only up to this multiple of the limit.
 */
export const DECODED_TIMES_LIMIT = 4;

/** Integers are prefixes of this many bits in a byte whose other bits give the representation. */
const INDEXED_BITS = 7;
const REMEMBERED_BITS = 6;
const RESIZE_BITS = 5;
const PLAIN_BITS = 4;

export function createHeaderDecoder(options: HeaderDecoderOptions): HeaderDecoder {
  const { decodeHuffman, maxBytes, maxHeaders } = options;
  const table = createHeaderTable();
  return (block) => {
    const cursor: Cursor = { block, at: 0, decodeHuffman };
    readResizes(cursor, table);
    const headers: Header[] = [];
    let bytes = 0;
    let count = 0;
    while (cursor.at < block.length) {
      const header = readHeader(cursor, table);
      bytes += sizeOf(header);
      count++;
      if (bytes <= maxBytes && count <= maxHeaders) {
        headers.push(header);
      } else if (count > DECODED_TIMES_LIMIT * maxHeaders) {
        throw new Http2Fault(ErrorCode.enhanceYourCalm, `more than ${DECODED_TIMES_LIMIT * maxHeaders} headers`);
      }
    }
    return { headers, isTooLarge: headers.length < count, count };
  };
}

interface Cursor {
  readonly block: Uint8Array;
  readonly decodeHuffman: HuffmanDecoder;
  at: number;
}

/** A block begins with at most this many changes of the table's size (RFC 7541, section 4.2). */
const MAX_RESIZES = 2;

const isResize = (first: number | undefined): boolean => first !== undefined && first >= 0x20 && first < 0x40;

/** Reads size updates at the start of a block and resizes the table. */
function readResizes(cursor: Cursor, table: HeaderTable): void {
  for (let i = 0; i < MAX_RESIZES && isResize(cursor.block[cursor.at]); i++) {
    table.resize(readNumber(cursor, RESIZE_BITS));
  }
}

/** Reads one header; adds it to the table if it is encoded with indexing. */
function readHeader(cursor: Cursor, table: HeaderTable): Header {
  const first = cursor.block[cursor.at] as number;
  if (first >= 0x80) {
    return table.get(readNumber(cursor, INDEXED_BITS));
  }
  if (first >= 0x40) {
    const header = readLiteral(cursor, table, REMEMBERED_BITS);
    table.add(header);
    return header;
  }
  if (isResize(first)) {
    throw broken("the table's size changes in the middle of a block");
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

/** A power of two, and no fewer than the table can hold. */
const MAX_TABLE_HEADERS = MAX_TABLE_BYTES / HEADER_OVERHEAD;

/**
 * Header table: the static entries, then the newest of this connection. The latter are kept in a ring,
 * because a header may be added for every few bytes of a block.
 */
function createHeaderTable(): HeaderTable {
  const ring: (Header | undefined)[] = [];
  let added = 0;
  let removed = 0;
  let bytes = 0;
  let maxBytes = MAX_TABLE_BYTES;
  const shrink = (room: number) => {
    while (bytes > room) {
      const slot = removed++ % MAX_TABLE_HEADERS;
      bytes -= sizeOf(ring[slot] as Header);
      ring[slot] = undefined;
    }
  };
  return {
    get(index) {
      const age = index - STATIC_HEADERS.length;
      const header =
        age <= 0
          ? STATIC_HEADERS[index - 1]
          : age <= added - removed
            ? ring[(added - age) % MAX_TABLE_HEADERS]
            : undefined;
      if (header === undefined) {
        throw broken(`there is no header ${index}`);
      }
      return header;
    },
    add(header) {
      const size = sizeOf(header);
      shrink(Math.max(0, maxBytes - size));
      if (size <= maxBytes) {
        ring[added++ % MAX_TABLE_HEADERS] = header;
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
