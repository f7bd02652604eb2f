import { allocateBytes, utf8Size, viewBytes, writeUtf8 } from "../text/text-bytes.ts";
import { DELIMITED, FIXED64, VARINT } from "./protobuf-reader.ts";

/**
 * Bytes written from the last to the first: the length of a message is known when it is written, so that nothing is
 * measured beforehand. The last field of a message is therefore written first. All functions here change the writer.
 */
export interface ProtobufWriter {
  bytes: Uint8Array;
  /** Index of the first byte written so far; earlier bytes are free. */
  at: number;
}

const FIRST_BYTES = 1024;
/** A larger result takes the buffer with it: to grow a new one costs more than a copy of fewer bytes. */
const MOST_COPIED_BYTES = 1024 * 1024;
const MOST_KEPT_BYTES = 4 * 1024 * 1024;
/** Maximum length of texts that are encoded here; the platform encodes longer ones. */
const SHORT_TEXT = 32;

/** Creates a writer; sufficient `expectedBytes` save a copy. */
export function createProtobufWriter(expectedBytes: number = FIRST_BYTES): ProtobufWriter {
  return { bytes: emptyBytes(expectedBytes), at: expectedBytes };
}

/** Memory of its own, into which the platform writes text fastest. */
function emptyBytes(size: number): Uint8Array {
  return viewBytes(new Uint8Array(size));
}

/** Number of bytes written. */
export function writtenSize({ bytes, at }: ProtobufWriter): number {
  return bytes.length - at;
}

/**
 * Takes the written bytes, which the caller then owns; they may share memory with other small results. The writer is
 * empty afterwards.
 */
export function takeBytes(writer: ProtobufWriter): Uint8Array {
  const { bytes, at } = writer;
  // Copied, so that a small result does not keep a large buffer in memory, and a small buffer is reused.
  const isCopied = bytes.length <= MOST_COPIED_BYTES || (bytes.length - at) * 2 < bytes.length;
  const written = bytes.subarray(at);
  const taken = isCopied ? allocateBytes(written.length) : written;
  if (isCopied) {
    taken.set(written);
  } else {
    writer.bytes = emptyBytes(FIRST_BYTES);
  }
  writer.at = writer.bytes.length;
  return taken;
}

/** Calls `use` with a view of the written bytes, which is valid until it returns. The writer is empty afterwards. */
export function useBytes(writer: ProtobufWriter, use: (bytes: Uint8Array) => void): void {
  try {
    use(writer.bytes.subarray(writer.at));
  } finally {
    if (writer.bytes.length > MOST_KEPT_BYTES) {
      writer.bytes = emptyBytes(FIRST_BYTES);
    }
    writer.at = writer.bytes.length;
  }
}

/** Reserves bytes and returns their start in `bytes`, which may be another array afterwards. */
export function reserveBytes(writer: ProtobufWriter, count: number): number {
  if (writer.at < count) {
    grow(writer, count);
  }
  writer.at -= count;
  return writer.at;
}

function grow(writer: ProtobufWriter, count: number): void {
  const size = writer.bytes.length - writer.at;
  const grown = emptyBytes(Math.max(size + count, writer.bytes.length * 2));
  grown.set(writer.bytes.subarray(writer.at), grown.length - size);
  writer.bytes = grown;
  writer.at = grown.length - size;
}

export function writeBytes(writer: ProtobufWriter, bytes: Uint8Array): void {
  const at = reserveBytes(writer, bytes.length);
  writer.bytes.set(bytes, at);
}

/** Writes a text without its length. */
export function writeText(writer: ProtobufWriter, text: string): void {
  const { length } = text;
  if (length > SHORT_TEXT || !writeShortText(writer, text, length)) {
    writeLongText(writer, text);
  }
}

function writeLongText(writer: ProtobufWriter, text: string): void {
  const size = utf8Size(text);
  const at = reserveBytes(writer, size);
  writeUtf8(writer.bytes, text, at, size);
}

/** Writes a text of ASCII, with room for `before` bytes in front of it; writes nothing and returns false for any other text. */
function writeShortText(writer: ProtobufWriter, text: string, length: number, before = 0): boolean {
  const start = reserveBytes(writer, length + before);
  const at = start + before;
  const { bytes } = writer;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) {
      writer.at += length + before;
      return false;
    }
    bytes[at + i] = code;
  }
  return true;
}

/** A text after its tag and its length. */
export function writeTaggedText(writer: ProtobufWriter, tag: number, text: string): void {
  const { length } = text;
  if (length <= SHORT_TEXT && tag < 0x80 && writeShortText(writer, text, length, 2)) {
    const { bytes, at } = writer;
    bytes[at] = tag;
    bytes[at + 1] = length;
    return;
  }
  const after = writtenSize(writer);
  writeLongText(writer, text);
  writeVarint(writer, writtenSize(writer) - after);
  writeVarint(writer, tag);
}

const TWO_31 = 2 ** 31;
const MASK_64 = 2n ** 64n - 1n;

/** Writes a non-negative integer that a double holds exactly. */
export function writeVarint(writer: ProtobufWriter, value: number): void {
  if (value < 0x80) {
    const at = reserveBytes(writer, 1);
    writer.bytes[at] = value;
    return;
  }
  if (value < 0x4000) {
    const at = reserveBytes(writer, 2);
    writer.bytes[at] = value | 0x80;
    writer.bytes[at + 1] = value >>> 7;
    return;
  }
  writeLongVarint(writer, value);
}

/** Writes a field with the number 0 or an empty text: its tag and a zero byte. */
export function writeZeroField(writer: ProtobufWriter, tag: number): void {
  if (tag >= 0x4000) {
    writeVarint(writer, 0);
    writeVarint(writer, tag);
    return;
  }
  const at = reserveBytes(writer, tag < 0x80 ? 2 : 3);
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
  let length = 3;
  for (let bound = 0x20_0000; value >= bound; bound *= 0x80) {
    length++;
  }
  let at = reserveBytes(writer, length);
  const { bytes } = writer;
  let rest = value;
  for (; rest >= TWO_31; rest = Math.floor(rest / 0x80)) {
    bytes[at++] = (rest % 0x80) | 0x80;
  }
  for (; rest >= 0x80; rest >>>= 7) {
    bytes[at++] = (rest & 0x7f) | 0x80;
  }
  bytes[at] = rest;
}

/** Writes an int64; a negative one takes ten bytes. */
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
  const at = reserveBytes(writer, 8);
  new DataView(writer.bytes.buffer, writer.bytes.byteOffset).setFloat64(at, value, true);
}

/** Writes tag and length of a field whose value begins at `writer.at` and ends before the last `after` bytes. */
export function writeStart(writer: ProtobufWriter, number: number, after: number): void {
  writeVarint(writer, writtenSize(writer) - after);
  writeVarint(writer, number * 8 + DELIMITED);
}

export function writeTextField(writer: ProtobufWriter, number: number, text: string): void {
  writeTaggedText(writer, number * 8 + DELIMITED, text);
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
