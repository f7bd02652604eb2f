import { decodeUtf8, type JsonValue } from "@kiln/api";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { ProtobufError } from "./protobuf-error.ts";
import { DELIMITED, FIXED64, type Reader, readBool, readDouble, readInt32, readInt64, VARINT } from "./reader.ts";
import type { ValueCodec } from "./value-codec.ts";
import { writeBytes, writeDouble, writeInteger, writeText } from "./writer.ts";

/** The whole of a delimited value: a view of what is read from. */
function restOf({ bytes, at, end }: Reader): Uint8Array {
  return bytes.subarray(at, end);
}

const text: ValueCodec = {
  wireType: DELIMITED,
  write: (writer, value) => writeText(writer, typeof value === "string" ? value : ""),
  read: (reader) => decodeUtf8(restOf(reader)),
  zero: () => "",
};

const flag: ValueCodec = {
  wireType: VARINT,
  write: (writer, value) => writeInteger(writer, value === true ? 1 : 0),
  read: readBool,
  zero: () => false,
};

function toInteger(value: JsonValue | undefined): number | bigint {
  return typeof value === "bigint" ? value : Number.isSafeInteger(value) ? (value as number) : 0;
}

const int32: ValueCodec = {
  wireType: VARINT,
  write: (writer, value) => writeInteger(writer, toInteger(value)),
  read: readInt32,
  zero: () => 0,
};

const int64: ValueCodec = { ...int32, read: readInt64 };

/** JSON has no words for the others. */
function readFinite(reader: Reader): number {
  const value = readDouble(reader);
  if (!Number.isFinite(value)) {
    throw new ProtobufError(`json: unsupported value: ${Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf"}`);
  }
  return value;
}

const double: ValueCodec = {
  wireType: FIXED64,
  write: (writer, value) =>
    writeDouble(writer, typeof value === "number" || typeof value === "bigint" ? Number(value) : 0),
  read: readFinite,
  zero: () => 0,
};

const blob: ValueCodec = {
  wireType: DELIMITED,
  write: (writer, value) => writeBytes(writer, decodeBase64(typeof value === "string" ? value : "")),
  read: (reader) => encodeBase64(restOf(reader)),
  zero: () => "",
  isOptional: true,
};

/** By their names in the data. */
export const scalarCodecs: readonly (readonly [string, ValueCodec])[] = [
  ["string", text],
  ["bool", flag],
  ["int32", int32],
  ["int64", int64],
  ["double", double],
  ["bytes", blob],
];
