// The part of HTTP/2 that a load generator needs. Node's own client costs more per request than the servers it
// measures; this one writes prepared bytes and reads only the status and the end of each response.

export const PREFACE: Buffer = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

export const FrameType = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7, windowUpdate: 8 } as const;

export const Flag = { endStream: 0x1, ack: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

export const FRAME_HEADER_BYTES = 9;

export interface FrameHead {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
}

export function encodeFrame(head: FrameHead, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + payload.byteLength);
  frame.writeUIntBE(payload.byteLength, 0, 3);
  frame[3] = head.type;
  frame[4] = head.flags;
  frame.writeUInt32BE(head.stream, 5);
  frame.set(payload, FRAME_HEADER_BYTES);
  return frame;
}

/**
 * Settings without a header table, so that every response contains its status in full, and with large windows, which
 * are never exhausted.
 */
export function encodeSettings(): Buffer {
  const payload = Buffer.alloc(18);
  payload.writeUInt16BE(1, 0);
  payload.writeUInt32BE(0, 2);
  payload.writeUInt16BE(2, 6);
  payload.writeUInt32BE(0, 8);
  payload.writeUInt16BE(4, 12);
  payload.writeUInt32BE(0x3fff_ffff, 14);
  return encodeFrame({ type: FrameType.settings, flags: 0, stream: 0 }, payload);
}

export function encodeWindowUpdate(increment: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(increment);
  return encodeFrame({ type: FrameType.windowUpdate, flags: 0, stream: 0 }, payload);
}

export interface RequestHead {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly authority: string;
  readonly contentType?: string;
  /** Accept header; application/json if absent. */
  readonly accept?: string;
  /** Further headers, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A header block of literals from the static table's names, without Huffman coding. */
export function encodeRequestHead(head: RequestHead): Buffer {
  const parts = [
    head.method === "GET" ? Buffer.from([0x82]) : literal(2, head.method),
    Buffer.from([0x87]),
    literal(4, head.path),
    literal(1, head.authority),
    literal(19, head.accept ?? "application/json"),
  ];
  if (head.contentType !== undefined) {
    parts.push(literal(31, head.contentType));
  }
  for (const [name, value] of Object.entries(head.headers ?? {})) {
    parts.push(Buffer.from([0]), text(name), text(value));
  }
  return Buffer.concat(parts);
}

function literal(nameIndex: number, value: string): Buffer {
  return Buffer.concat([Buffer.from(integer(nameIndex, 4, 0)), text(value)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from(integer(bytes.byteLength, 7, 0)), bytes]);
}

/** HPACK integer: bits beyond the prefix follow in groups of seven. */
function integer(value: number, prefixBits: number, high: number): number[] {
  const limit = 2 ** prefixBits - 1;
  if (value < limit) {
    return [high | value];
  }
  const bytes = [high | limit];
  let rest = value - limit;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

const INDEXED_STATUS: ReadonlyMap<number, number> = new Map([
  [0x88, 200],
  [0x89, 204],
  [0x8b, 304],
  [0x8c, 400],
  [0x8d, 404],
  [0x8e, 500],
]);

/** Huffman codes of the digits: 0, 1 and 2 take five bits, the others six. */
const DIGIT_CODES: readonly (readonly [code: number, bits: number])[] = [
  [0x0, 5],
  [0x1, 5],
  [0x2, 5],
  [0x19, 6],
  [0x1a, 6],
  [0x1b, 6],
  [0x1c, 6],
  [0x1d, 6],
  [0x1e, 6],
  [0x1f, 6],
];

/** Status in a header block that begins with it, as those of all servers do. 0 if it is unknown. */
export function readStatus(block: Uint8Array): number {
  let at = 0;
  while (((block[at] ?? 0) & 0xe0) === 0x20) {
    at++;
  }
  const first = block[at] ?? 0;
  const indexed = INDEXED_STATUS.get(first);
  if (indexed !== undefined) {
    return indexed;
  }
  // A literal whose name is one of the static table's entries 8 to 14, whichever kind of indexing the server chose.
  const nameIndex = first >= 0x40 ? first & 0x3f : first & 0x0f;
  if (nameIndex < 8 || nameIndex > 14) {
    return 0;
  }
  const length = block[at + 1] ?? 0;
  const value = block.subarray(at + 2, at + 2 + (length & 0x7f));
  return (length & 0x80) === 0 ? Number(Buffer.from(value).toString("latin1")) : readHuffmanDigits(value);
}

function readHuffmanDigits(value: Uint8Array): number {
  let bits = "";
  for (const byte of value) {
    bits += byte.toString(2).padStart(8, "0");
  }
  let digits = "";
  while (digits.length < 3) {
    const digit = DIGIT_CODES.findIndex(([code, length]) => bits.startsWith(code.toString(2).padStart(length, "0")));
    if (digit < 0) {
      return 0;
    }
    digits += digit;
    bits = bits.slice((DIGIT_CODES[digit] as readonly [number, number])[1]);
  }
  return Number(digits);
}
