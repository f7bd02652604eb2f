/** A message being written. `bytes` may be larger than what is written and is replaced when it grows. */
export interface ProtoWriter {
  bytes: Uint8Array;
  length: number;
}

/** A message being read: everything up to `end` belongs to it. */
export interface ProtoReader {
  readonly bytes: Uint8Array;
  offset: number;
  readonly end: number;
}

/** The number and wire type of a field, told apart by {@link nextField}. */
export interface ProtoField {
  readonly number: number;
  readonly wireType: number;
}

const varintType = 0;
const fixed64Type = 1;
const bytesType = 2;
const fixed32Type = 5;

/** Bytes reserved for the length of a message whose end is not known yet; enough for 256 MiB. */
const lengthBytes = 4;
/** Varints up to here fit in seven bytes, which a double holds exactly. */
const maxFastShift = 42;

/** A guess that is large enough saves a copy. */
export function createWriter(expectedBytes: number): ProtoWriter {
  return { bytes: new Uint8Array(expectedBytes), length: 0 };
}

/** The bytes written so far; valid until the writer is used again. */
export function writtenBytes(writer: ProtoWriter): Uint8Array {
  return writer.bytes.subarray(0, writer.length);
}

/** Changes the writer: adds a number, unless it is 0, which a missing field means anyway. */
export function writeNumber(writer: ProtoWriter, field: number, value: number | bigint): void {
  if (value === 0 || value === 0n) return;
  reserve(writer, 16);
  putVarint(writer, field * 8 + varintType);
  if (typeof value === "bigint") putBigVarint(writer, value);
  else putVarint(writer, value);
}

/** Changes the writer: adds true; false is what a missing field means. */
export function writeFlag(writer: ProtoWriter, field: number, value: boolean | undefined): void {
  if (value === true) writeNumber(writer, field, 1);
}

/** Changes the writer: adds bytes, even if there are none. */
export function writeBytes(writer: ProtoWriter, field: number, value: Uint8Array): void {
  reserve(writer, value.length + 16);
  putVarint(writer, field * 8 + bytesType);
  putVarint(writer, value.length);
  writer.bytes.set(value, writer.length);
  writer.length += value.length;
}

/**
 * Changes the writer: adds a message that `writeBody` writes.
 *
 * The length goes in front of a body whose size is not known yet, so its place is reserved and filled in as a varint
 * with leading zero groups. Every protobuf reader accepts that, and nothing has to be measured or moved.
 */
export function writeMessage(writer: ProtoWriter, field: number, writeBody: (writer: ProtoWriter) => void): void {
  reserve(writer, 16);
  putVarint(writer, field * 8 + bytesType);
  const lengthAt = writer.length;
  writer.length += lengthBytes;
  writeBody(writer);
  let rest = writer.length - lengthAt - lengthBytes;
  for (let i = 0; i < lengthBytes; i++) {
    writer.bytes[lengthAt + i] = (rest & 0x7f) | (i < lengthBytes - 1 ? 0x80 : 0);
    rest >>>= 7;
  }
}

export function createReader(bytes: Uint8Array): ProtoReader {
  return { bytes, offset: 0, end: bytes.length };
}

/** Moves the reader past the next field's tag; undefined at the end of the message. */
export function nextField(reader: ProtoReader): ProtoField | undefined {
  if (reader.offset >= reader.end) return undefined;
  const tag = readNumber(reader);
  return { number: Math.floor(tag / 8), wireType: tag & 7 };
}

/** Moves the reader past an int64. Exact within the safe integers; -1 is -1. */
export function readNumber(reader: ProtoReader): number {
  let value = 0;
  const start = reader.offset;
  for (let shift = 0; shift <= maxFastShift; shift += 7) {
    const byte = takeByte(reader);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  reader.offset = start;
  return Number(readBigInt(reader));
}

/** Moves the reader past an int64 that may need all of its bits. */
export function readBigInt(reader: ProtoReader): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = takeByte(reader);
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asIntN(64, value);
  }
  throw new RangeError("a number in a message from etcd has too many bytes");
}

/** Moves the reader past bytes, and returns a view of them. */
export function readBytes(reader: ProtoReader): Uint8Array {
  const length = readNumber(reader);
  const start = reader.offset;
  moveBy(reader, length);
  return reader.bytes.subarray(start, reader.offset);
}

/** Moves the reader past a message, and returns a reader for it alone. */
export function readMessage(reader: ProtoReader): ProtoReader {
  const length = readNumber(reader);
  const offset = reader.offset;
  moveBy(reader, length);
  return { bytes: reader.bytes, offset, end: reader.offset };
}

/** Moves the reader past an unknown field, such as one that a newer etcd adds. */
export function skipField(reader: ProtoReader, field: ProtoField): void {
  if (field.wireType === varintType) readBigInt(reader);
  else if (field.wireType === bytesType) readBytes(reader);
  else if (field.wireType === fixed64Type) moveBy(reader, 8);
  else if (field.wireType === fixed32Type) moveBy(reader, 4);
  else throw new RangeError(`a message from etcd has a field of unknown type ${field.wireType}`);
}

function reserve(writer: ProtoWriter, more: number): void {
  const needed = writer.length + more;
  if (needed <= writer.bytes.length) return;
  const grown = new Uint8Array(Math.max(needed, writer.bytes.length * 2));
  grown.set(writer.bytes.subarray(0, writer.length));
  writer.bytes = grown;
}

function putVarint(writer: ProtoWriter, value: number): void {
  while (value >= 0x80) {
    writer.bytes[writer.length++] = (value % 0x80) | 0x80;
    value = Math.floor(value / 0x80);
  }
  writer.bytes[writer.length++] = value;
}

function putBigVarint(writer: ProtoWriter, value: bigint): void {
  let rest = BigInt.asUintN(64, value);
  while (rest >= 0x80n) {
    writer.bytes[writer.length++] = Number(rest & 0x7fn) | 0x80;
    rest >>= 7n;
  }
  writer.bytes[writer.length++] = Number(rest);
}

function takeByte(reader: ProtoReader): number {
  if (reader.offset >= reader.end) throw new RangeError("a message from etcd ends too early");
  return reader.bytes[reader.offset++] as number;
}

function moveBy(reader: ProtoReader, length: number): void {
  if (length < 0 || length > reader.end - reader.offset) throw new RangeError("a message from etcd ends too early");
  reader.offset += length;
}
