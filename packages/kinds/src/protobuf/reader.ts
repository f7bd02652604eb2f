import { decodeUtf8, maxJsonDepth } from "@kiln/api";
import { ProtobufError } from "./protobuf-error.ts";

/** A place in a message. All functions here change the reader. */
export interface Reader {
  readonly bytes: Uint8Array;
  at: number;
  /** Where the message ends that is being read. */
  end: number;
  /** How deep the JSON is that is being made. */
  depth: number;
  /** What may still be copied to be read in one piece, for all readers of a message together. */
  readonly allowance: { bytes: number; messages: number };
}

/** No object of any use has so many parts, and a million empty ones take seconds though they are small. */
const MAX_MESSAGES = 200_000;

/** To be called for every message that is read. */
export function countMessage({ allowance }: Reader): void {
  allowance.messages -= 1;
  if (allowance.messages < 0) {
    throw new ProtobufError(`more than ${MAX_MESSAGES} messages in one object`);
  }
}

export const VARINT = 0;
export const FIXED64 = 1;
export const DELIMITED = 2;
const START_GROUP = 3;
const END_GROUP = 4;
const FIXED32 = 5;

/** Kubernetes: the error does not say which bytes are missing (api/core/v1/generated.pb.go Unmarshal, v1.36). */
const UNEXPECTED_EOF = "unexpected EOF";
const OVERFLOW = "proto: integer overflow";
const NEGATIVE_LENGTH = "proto: negative length found during unmarshaling";
const TWO_31 = 2 ** 31;

/** `outer` is the reader of what these bytes were copied from. Throws if too much is copied, for that takes time. */
export function createReader(bytes: Uint8Array, outer?: Reader): Reader {
  const { depth, allowance } = outer ?? { depth: 0, allowance: { bytes: 2 * bytes.length, messages: MAX_MESSAGES } };
  allowance.bytes -= bytes.length;
  if (allowance.bytes < 0) {
    throw new ProtobufError("too many messages come in parts");
  }
  return { bytes, at: 0, end: bytes.length, depth, allowance };
}

/** The low and the high 32 bits of a varint: an int64 is made only where one is needed. */
function readParts(reader: Reader): readonly [number, number] {
  let low = 0;
  let high = 0;
  for (let shift = 0; ; shift += 7) {
    if (shift >= 64) {
      throw new ProtobufError(OVERFLOW);
    }
    if (reader.at >= reader.end) {
      throw new ProtobufError(UNEXPECTED_EOF);
    }
    const byte = reader.bytes[reader.at++] as number;
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
  return [low >>> 0, high >>> 0];
}

/** A tag, or anything else of which more than 32 bits are of no interest. */
function readLow(reader: Reader): number {
  const { bytes, at } = reader;
  const first = bytes[at] as number;
  if (at < reader.end && first < 0x80) {
    reader.at = at + 1;
    return first;
  }
  return readParts(reader)[0];
}

export function readInt32(reader: Reader): number {
  return readLow(reader) | 0;
}

export function readBool(reader: Reader): boolean {
  return readInt64(reader) !== 0;
}

/** A number if a double holds it exactly. */
export function readInt64(reader: Reader): number | bigint {
  const [low, high] = readParts(reader);
  const signed = (high | 0) * 2 ** 32 + low;
  return Number.isSafeInteger(signed) ? signed : BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
}

export function readDouble(reader: Reader): number {
  const { bytes, at } = reader;
  advance(reader, 8);
  return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(at, true);
}

/** The length of what follows, which is there in full. */
export function readLength(reader: Reader): number {
  const [low, high] = readParts(reader);
  if (high >= TWO_31) {
    throw new ProtobufError(NEGATIVE_LENGTH);
  }
  if (high !== 0 || reader.at + low > reader.end) {
    throw new ProtobufError(UNEXPECTED_EOF);
  }
  return low;
}

/** A view: it lives as long as what is read from. */
export function readBytes(reader: Reader): Uint8Array {
  const length = readLength(reader);
  reader.at += length;
  return reader.bytes.subarray(reader.at - length, reader.at);
}

export function readText(reader: Reader): string {
  return decodeUtf8(readBytes(reader));
}

/** The next field: its number times eight, plus its wire type. Complains in the name of the message. */
export function readTag(reader: Reader, message: string): number {
  const { at } = reader;
  const tag = readLow(reader);
  if ((tag & 7) === END_GROUP) {
    throw new ProtobufError(`proto: ${message}: wiretype end group for non-group`);
  }
  if (tag < 8 || reader.at - at > 5) {
    // Kubernetes: a field number is an int32, which may become negative (api/core/v1/generated.pb.go Unmarshal, v1.36).
    throw new ProtobufError(`proto: ${message}: illegal tag ${tag >>> 3} (wire type ${tag})`);
  }
  return tag;
}

/** Reads what the function reads as a message of its own, to its end, one level deeper. */
export function readWithin<T>(reader: Reader, end: number, read: (reader: Reader) => T): T {
  const outer = reader.end;
  reader.end = end;
  if (++reader.depth > maxJsonDepth) {
    throw new ProtobufError("exceeded max depth");
  }
  const value = read(reader);
  reader.depth--;
  reader.at = end;
  reader.end = outer;
  return value;
}

/** Reads to the end of a message. `take` reads the value of a field that it knows, and is false for others. */
export function readFields(reader: Reader, message: string, take: (number: number, wireType: number) => boolean): void {
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
export function skipField(reader: Reader, wireType: number): void {
  let groups = 0;
  let type = wireType;
  for (;;) {
    groups += skipOne(reader, type);
    if (groups === 0) {
      return;
    }
    type = readLow(reader) & 7;
  }
}

/** How many groups this opens. */
function skipOne(reader: Reader, wireType: number): number {
  switch (wireType) {
    case VARINT:
      readLow(reader);
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

function advance(reader: Reader, count: number): void {
  if (reader.at + count > reader.end) {
    throw new ProtobufError(UNEXPECTED_EOF);
  }
  reader.at += count;
}
