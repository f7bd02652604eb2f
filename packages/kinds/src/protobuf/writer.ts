import { encodeUtf8 } from "@kiln/api";

/**
 * Bytes written from the last to the first: so the length of a message is known by the time it is written, and nothing
 * is measured beforehand. All functions here change the writer.
 */
export interface Writer {
  bytes: Uint8Array;
  /** How many bytes are written, at the end of `bytes`. */
  size: number;
}

const FIRST_BYTES = 1024;
const MOST_KEPT_BYTES = 4 * 1024 * 1024;
/** Above this the platform's encoder is faster than a loop. */
const SHORT_TEXT = 48;

export function createWriter(): Writer {
  return { bytes: new Uint8Array(FIRST_BYTES), size: 0 };
}

/** Takes the written bytes. The writer is empty afterwards, and the caller owns the bytes. */
export function takeBytes(writer: Writer): Uint8Array {
  const { bytes, size } = writer;
  const start = bytes.length - size;
  // A small result does not keep a large buffer alive.
  const taken = size * 2 < bytes.length ? bytes.slice(start) : bytes.subarray(start);
  if (taken.buffer === bytes.buffer) {
    writer.bytes = new Uint8Array(FIRST_BYTES);
  }
  writer.size = 0;
  return taken;
}

/** Shows what was written; the view is good until `use` returns, and the writer is empty afterwards. */
export function useBytes(writer: Writer, use: (bytes: Uint8Array) => void): void {
  try {
    use(writer.bytes.subarray(writer.bytes.length - writer.size));
  } finally {
    writer.size = 0;
    if (writer.bytes.length > MOST_KEPT_BYTES) {
      writer.bytes = new Uint8Array(FIRST_BYTES);
    }
  }
}

/** Makes room, counts it as written, and returns its place in what is `bytes` from then on. */
function reserve(writer: Writer, count: number): number {
  const needed = writer.size + count;
  if (needed > writer.bytes.length) {
    const grown = new Uint8Array(Math.max(needed, writer.bytes.length * 2));
    grown.set(writer.bytes.subarray(writer.bytes.length - writer.size), grown.length - writer.size);
    writer.bytes = grown;
  }
  writer.size = needed;
  return writer.bytes.length - needed;
}

export function writeBytes(writer: Writer, bytes: Uint8Array): void {
  const at = reserve(writer, bytes.length);
  writer.bytes.set(bytes, at);
}

export function writeText(writer: Writer, text: string): void {
  const { length } = text;
  if (length > SHORT_TEXT) {
    writeBytes(writer, encodeUtf8(text));
    return;
  }
  const at = reserve(writer, length);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) {
      writer.size -= length;
      writeBytes(writer, encodeUtf8(text));
      return;
    }
    writer.bytes[at + i] = code;
  }
}

const TWO_32 = 2 ** 32;
const MASK_64 = 2n ** 64n - 1n;

/** A whole number that is not negative and that a double holds exactly. */
export function writeVarint(writer: Writer, value: number): void {
  if (value < 0x80) {
    const at = reserve(writer, 1);
    writer.bytes[at] = value;
    return;
  }
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    length++;
  }
  let at = reserve(writer, length);
  let rest = value;
  for (; rest >= TWO_32; rest = Math.floor(rest / 0x80)) {
    writer.bytes[at++] = (rest % 0x80) | 0x80;
  }
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    writer.bytes[at++] = (rest & 0x7f) | 0x80;
  }
  writer.bytes[at] = rest;
}

/** An int64; a negative one takes ten bytes. */
export function writeInteger(writer: Writer, value: number | bigint): void {
  if (typeof value === "number" && value >= 0) {
    writeVarint(writer, value);
    return;
  }
  const bytes: number[] = [];
  let rest = BigInt(value) & MASK_64;
  for (; rest >= 0x80n; rest >>= 7n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
  bytes.push(Number(rest));
  writeBytes(writer, Uint8Array.from(bytes));
}

export function writeDouble(writer: Writer, value: number): void {
  const at = reserve(writer, 8);
  new DataView(writer.bytes.buffer, writer.bytes.byteOffset).setFloat64(at, value, true);
}
