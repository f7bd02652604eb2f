import { decodeBytewise, decodeUtf8, viewBytes } from "../text/text-bytes.ts";
import { ProtobufError } from "./protobuf-error.ts";

/** A position in a message. All functions here advance it. */
export interface ProtobufReader {
  readonly bytes: Uint8Array;
  at: number;
  /** End of the message being decoded. */
  end: number;
  /** High 32 bits of the last varint, if it had more than four bytes. */
  high: number;
  /**
   * All bytes as a string with one character each, created at the first short text, because a substring costs less than
   * decoding.
   */
  text: string | undefined;
}

export const VARINT = 0;
export const FIXED64 = 1;
export const DELIMITED = 2;
const START_GROUP = 3;
const END_GROUP = 4;
const FIXED32 = 5;

/** Kubernetes: the message does not say which bytes are missing (api/core/v1/generated.pb.go Unmarshal, v1.36). */
const UNEXPECTED_EOF = "unexpected EOF";
const OVERFLOW = "proto: integer overflow";
const NEGATIVE_LENGTH = "proto: negative length found during unmarshaling";
const TWO_31 = 2 ** 31;
const TWO_32 = 2 ** 32;
/** Maximum length of texts that are decoded here; the platform decodes longer ones. */
const SHORT_TEXT = 48;

export function createProtobufReader(bytes: Uint8Array): ProtobufReader {
  return { bytes: viewBytes(bytes), at: 0, end: bytes.length, high: 0, text: undefined };
}

/** Low 32 bits of a varint; `high` has the high ones. */
function readVarint(reader: ProtobufReader): number {
  const { bytes, at } = reader;
  const first = bytes[at] as number;
  if (first < 0x80 && at < reader.end) {
    reader.at = at + 1;
    reader.high = 0;
    return first;
  }
  return readLongVarint(reader);
}

function readLongVarint(reader: ProtobufReader): number {
  const { bytes, end } = reader;
  let { at } = reader;
  let low = 0;
  let high = 0;
  for (let shift = 0; ; shift += 7) {
    if (shift >= 64) {
      throw new ProtobufError(OVERFLOW);
    }
    if (at >= end) {
      throw new ProtobufError(UNEXPECTED_EOF);
    }
    const byte = bytes[at++] as number;
    const bits = byte & 0x7f;
    if (shift < 28) {
      low |= bits << shift;
    } else if (shift === 28) {
      low |= bits << 28;
      high |= bits >>> 4;
    } else {
      high |= bits << (shift - 32);
    }
    if (byte < 0x80) {
      break;
    }
  }
  reader.at = at;
  reader.high = high >>> 0;
  return low >>> 0;
}

export function readInt32(reader: ProtobufReader): number {
  return readVarint(reader) | 0;
}

export function readBool(reader: ProtobufReader): boolean {
  return readVarint(reader) !== 0 || reader.high !== 0;
}

/** Reads an int64; a number if a double holds it exactly. */
export function readInt64(reader: ProtobufReader): number | bigint {
  const low = readVarint(reader);
  const { high } = reader;
  if (high === 0) {
    return low;
  }
  const signed = (high | 0) * TWO_32 + low;
  return Number.isSafeInteger(signed) ? signed : BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
}

export function readDouble(reader: ProtobufReader): number {
  const { bytes, at } = reader;
  advance(reader, 8);
  return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(at, true);
}

/** Reads the length of a value, and checks that the whole value is there. */
export function readLength(reader: ProtobufReader): number {
  const length = readVarint(reader);
  if (reader.high >= TWO_31) {
    throw new ProtobufError(NEGATIVE_LENGTH);
  }
  if (reader.high !== 0 || reader.at + length > reader.end) {
    throw new ProtobufError(UNEXPECTED_EOF);
  }
  return length;
}

/**
 * Reads bytes as a view, which is valid as long as the reader's bytes. Never a Buffer, whose slices are views as well.
 */
export function readBytes(reader: ProtobufReader): Uint8Array {
  const length = readLength(reader);
  const { bytes, at } = reader;
  reader.at = at + length;
  return new Uint8Array(bytes.buffer, bytes.byteOffset + at, length);
}

export function readText(reader: ProtobufReader): string {
  const end = readLength(reader) + reader.at;
  const { bytes, at: start } = reader;
  reader.at = end;
  if (end - start > SHORT_TEXT) {
    return decodeUtf8(bytes, start, end);
  }
  let bits = 0;
  for (let i = start; i < end; i++) {
    bits |= bytes[i] as number;
  }
  if (bits >= 0x80) {
    return decodeUtf8(bytes, start, end);
  }
  reader.text ??= decodeBytewise(bytes);
  return reader.text.substring(start, end);
}

/** Reads the tag of a field: its number times eight plus its wire type. Errors contain the name of the message. */
export function readTag(reader: ProtobufReader, message: string): number {
  const { at } = reader;
  const tag = readVarint(reader);
  if (tag < 8 || (tag & 7) === END_GROUP || reader.at - at > 5) {
    throw illegalTag(tag, message);
  }
  return tag;
}

function illegalTag(tag: number, message: string): ProtobufError {
  if ((tag & 7) === END_GROUP) {
    return new ProtobufError(`proto: ${message}: wiretype end group for non-group`);
  }
  // Kubernetes: a field number has 32 bits, the first of which is a sign (api/core/v1/generated.pb.go Unmarshal, v1.36).
  return new ProtobufError(`proto: ${message}: illegal tag ${tag >>> 3} (wire type ${tag})`);
}

/** Reads a nested message, length first, and returns the result of `read`. */
export function readMessage<T>(reader: ProtobufReader, read: (reader: ProtobufReader) => T): T {
  const outer = reader.end;
  const end = readLength(reader) + reader.at;
  reader.end = end;
  const value = read(reader);
  reader.at = end;
  reader.end = outer;
  return value;
}

/** Reads fields to the end of a message. `take` decodes the value of a known field, and returns false for others. */
export function readFields(
  reader: ProtobufReader,
  message: string,
  take: (number: number, wireType: number) => boolean,
): void {
  while (reader.at < reader.end) {
    const tag = readTag(reader, message);
    if (!take(tag >>> 3, tag & 7)) {
      skipField(reader, tag & 7);
    }
  }
}

export function checkWireType(wireType: number, expected: number, field: string): void {
  if (wireType !== expected) {
    throw new ProtobufError(`proto: wrong wireType = ${wireType} for field ${field}`);
  }
}

/** Skips an unknown field; groups are deprecated and always skipped. */
export function skipField(reader: ProtobufReader, wireType: number): void {
  let groups = 0;
  let type = wireType;
  for (;;) {
    groups += skipOne(reader, type);
    if (groups === 0) {
      return;
    }
    type = readVarint(reader) & 7;
  }
}

/** Skips one field; returns the change in the number of open groups. */
function skipOne(reader: ProtobufReader, wireType: number): number {
  switch (wireType) {
    case VARINT:
      readVarint(reader);
      return 0;
    case FIXED64:
      advance(reader, 8);
      return 0;
    case DELIMITED:
      advance(reader, readLength(reader));
      return 0;
    case START_GROUP:
      return 1;
    case END_GROUP:
      return -1;
    case FIXED32:
      advance(reader, 4);
      return 0;
    default:
      throw new ProtobufError(`proto: illegal wireType ${wireType}`);
  }
}

function advance(reader: ProtobufReader, count: number): void {
  if (reader.at + count > reader.end) {
    throw new ProtobufError(UNEXPECTED_EOF);
  }
  reader.at += count;
}
