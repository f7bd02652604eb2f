import { encodeUtf8 } from "../text/text-bytes.ts";
import { DELIMITED, FIXED64, VARINT } from "./protobuf-reader.ts";

/**
 * Bytes written from the last to the first: the length of a message is known by the time it is written, and nothing is
 * measured beforehand. So the last field of a message is written first. All functions here change the writer.
 */
export interface ProtobufWriter {
  bytes: Uint8Array;
  /** The first byte written so far; the bytes before it are free. */
  at: number;
}

const FIRST_BYTES = 1024;
const MOST_COPIED_BYTES = 64 * 1024;
const MOST_KEPT_BYTES = 4 * 1024 * 1024;
/** Longer texts are encoded by the platform. */
const SHORT_TEXT = 48;

/** Enough expected bytes save a copy. */
export function createProtobufWriter(expectedBytes: number = FIRST_BYTES): ProtobufWriter {
  return { bytes: new Uint8Array(expectedBytes), at: expectedBytes };
}

/** How many bytes are written. */
export function writtenSize({ bytes, at }: ProtobufWriter): number {
  return bytes.length - at;
}

/** Takes the written bytes. The writer is empty afterwards, and the caller owns the bytes. */
export function takeBytes(writer: ProtobufWriter): Uint8Array {
  const { bytes, at } = writer;
  // A small result does not keep a large buffer alive, and a small buffer is used again.
  const isCopied = bytes.length <= MOST_COPIED_BYTES || (bytes.length - at) * 2 < bytes.length;
  const taken = isCopied ? bytes.slice(at) : bytes.subarray(at);
  if (!isCopied) {
    writer.bytes = new Uint8Array(FIRST_BYTES);
  }
  writer.at = writer.bytes.length;
  return taken;
}

/** Shows the written bytes; the view is good until `use` returns, and the writer is empty afterwards. */
export function useBytes(writer: ProtobufWriter, use: (bytes: Uint8Array) => void): void {
  try {
    use(writer.bytes.subarray(writer.at));
  } finally {
    if (writer.bytes.length > MOST_KEPT_BYTES) {
      writer.bytes = new Uint8Array(FIRST_BYTES);
    }
    writer.at = writer.bytes.length;
  }
}

/** Makes room, counts it as written, and returns its start in `bytes`, which may be another array afterwards. */
function reserve(writer: ProtobufWriter, count: number): number {
  if (writer.at < count) {
    grow(writer, count);
  }
  writer.at -= count;
  return writer.at;
}

function grow(writer: ProtobufWriter, count: number): void {
  const size = writer.bytes.length - writer.at;
  const grown = new Uint8Array(Math.max(size + count, writer.bytes.length * 2));
  grown.set(writer.bytes.subarray(writer.at), grown.length - size);
  writer.bytes = grown;
  writer.at = grown.length - size;
}

export function writeBytes(writer: ProtobufWriter, bytes: Uint8Array): void {
  const at = reserve(writer, bytes.length);
  writer.bytes.set(bytes, at);
}

/** The text without a length. */
export function writeText(writer: ProtobufWriter, text: string): void {
  const { length } = text;
  if (length > SHORT_TEXT) {
    writeBytes(writer, encodeUtf8(text));
    return;
  }
  const at = reserve(writer, length);
  const { bytes } = writer;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) {
      writer.at += length;
      writeBytes(writer, encodeUtf8(text));
      return;
    }
    bytes[at + i] = code;
  }
}

const TWO_31 = 2 ** 31;
const MASK_64 = 2n ** 64n - 1n;

/** An integer that is not negative and that a double holds exactly. */
export function writeVarint(writer: ProtobufWriter, value: number): void {
  if (value < 0x80) {
    const at = reserve(writer, 1);
    writer.bytes[at] = value;
    return;
  }
  if (value < 0x4000) {
    const at = reserve(writer, 2);
    writer.bytes[at] = value | 0x80;
    writer.bytes[at + 1] = value >>> 7;
    return;
  }
  writeLongVarint(writer, value);
}

/** A field of a small number or an empty text: its tag, and a zero byte. */
export function writeZeroField(writer: ProtobufWriter, tag: number): void {
  if (tag >= 0x4000) {
    writeVarint(writer, 0);
    writeVarint(writer, tag);
    return;
  }
  const at = reserve(writer, tag < 0x80 ? 2 : 3);
  const { bytes } = writer;
  if (tag < 0x80) {
    bytes[at] = tag;
    bytes[at + 1] = 0;
  } else {
    bytes[at] = tag | 0x80;
    bytes[at + 1] = tag >>> 7;
    bytes[at + 2] = 0;
  }
}

function writeLongVarint(writer: ProtobufWriter, value: number): void {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    length++;
  }
  let at = reserve(writer, length);
  let rest = value;
  for (; rest >= TWO_31; rest = Math.floor(rest / 0x80)) {
    writer.bytes[at++] = (rest % 0x80) | 0x80;
  }
  for (; rest >= 0x80; rest >>>= 7) {
    writer.bytes[at++] = (rest & 0x7f) | 0x80;
  }
  writer.bytes[at] = rest;
}

/** An int64; a negative one takes ten bytes. */
export function writeInteger(writer: ProtobufWriter, value: number | bigint): void {
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

export function writeDouble(writer: ProtobufWriter, value: number): void {
  const at = reserve(writer, 8);
  new DataView(writer.bytes.buffer, writer.bytes.byteOffset).setFloat64(at, value, true);
}

/** The start of a delimited field whose value begins at `writer.at` and ends before the last `after` bytes. */
export function writeStart(writer: ProtobufWriter, number: number, after: number): void {
  writeVarint(writer, writtenSize(writer) - after);
  writeVarint(writer, number * 8 + DELIMITED);
}

export function writeTextField(writer: ProtobufWriter, number: number, text: string): void {
  const after = writtenSize(writer);
  writeText(writer, text);
  writeStart(writer, number, after);
}

export function writeBytesField(writer: ProtobufWriter, number: number, bytes: Uint8Array): void {
  const after = writtenSize(writer);
  writeBytes(writer, bytes);
  writeStart(writer, number, after);
}

export function writeMessageField(
  writer: ProtobufWriter,
  number: number,
  write: (writer: ProtobufWriter) => void,
): void {
  const after = writtenSize(writer);
  write(writer);
  writeStart(writer, number, after);
}

export function writeIntegerField(writer: ProtobufWriter, number: number, value: number | bigint): void {
  writeInteger(writer, value);
  writeVarint(writer, number * 8 + VARINT);
}

export function writeDoubleField(writer: ProtobufWriter, number: number, value: number): void {
  writeDouble(writer, value);
  writeVarint(writer, number * 8 + FIXED64);
}
