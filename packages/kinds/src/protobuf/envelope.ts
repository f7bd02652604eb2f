import { concatBytes } from "@kiln/api";
import { ProtobufError } from "./protobuf-error.ts";
import { checkWireType, createReader, DELIMITED, type Reader, readBytes, readFields, readText } from "./reader.ts";
import { createWriter, takeBytes, type Writer, writeBytes, writeText, writeVarint } from "./writer.ts";

/** Envelope of every message: its kind. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
}

/** `k8s` and a zero: how Kubernetes tells its protobuf from anything else. */
const PREFIX: Uint8Array = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);
/** Whether the bytes begin as a message in its envelope does. */
export function isEnvelope(bytes: Uint8Array): boolean {
  return PREFIX.every((byte, i) => bytes[i] === byte);
}

/** Neither an encoding nor a media type of the content, which are written all the same. */
const END: Uint8Array = Uint8Array.of(0x1a, 0x00, 0x22, 0x00);

type TypeMeta = Pick<Envelope, "apiVersion" | "kind">;

/** Changes the writer: what `writeRaw` writes, in its envelope. */
export function writeEnvelope(writer: Writer, type: TypeMeta, writeRaw: (writer: Writer) => void): void {
  writeBytes(writer, END);
  const before = writer.size;
  writeRaw(writer);
  writeStart(writer, type, writer.size - before);
}

/** What goes around bytes that are written elsewhere, once their number is known. */
export function envelopeAround(
  type: TypeMeta,
  rawBytes: number,
): { readonly start: Uint8Array; readonly end: Uint8Array } {
  const writer = createWriter();
  writeStart(writer, type, rawBytes);
  return { start: takeBytes(writer), end: END };
}

function writeStart(writer: Writer, { apiVersion, kind }: TypeMeta, rawBytes: number): void {
  writeVarint(writer, rawBytes);
  writeVarint(writer, 0x12);
  const before = writer.size;
  writeField(writer, kind, 0x12);
  writeField(writer, apiVersion, 0x0a);
  writeVarint(writer, writer.size - before);
  writeVarint(writer, 0x0a);
  writeBytes(writer, PREFIX);
}

function writeField(writer: Writer, text: string, tag: number): void {
  const before = writer.size;
  writeText(writer, text);
  writeVarint(writer, writer.size - before);
  writeVarint(writer, tag);
}

/** The raw bytes are a view. Throws a ProtobufError in Kubernetes' words. */
export function openEnvelope(bytes: Uint8Array): Envelope {
  checkPrefix(bytes);
  const reader = createReader(bytes.subarray(PREFIX.length));
  const types: Uint8Array[] = [];
  let raw = new Uint8Array();
  readFields(reader, "Unknown", (number, wireType) => {
    if (number === 1) {
      checkWireType(wireType, DELIMITED, "TypeMeta");
      types.push(readBytes(reader));
    } else if (number === 2) {
      checkWireType(wireType, DELIMITED, "Raw");
      raw = readBytes(reader) as Uint8Array<ArrayBuffer>;
    }
    return number === 1 || number === 2;
  });
  return { ...readTypeMeta(createReader(concatBytes(types))), raw };
}

function checkPrefix(bytes: Uint8Array): void {
  if (bytes.length === 0) {
    throw new ProtobufError("empty data");
  }
  if (PREFIX.some((byte, i) => bytes[i] !== byte)) {
    throw new ProtobufError(
      `provided data does not appear to be a protobuf message, expected prefix [${PREFIX.join(" ")}]`,
    );
  }
  if (bytes.length === PREFIX.length) {
    throw new ProtobufError("empty body");
  }
}

function readTypeMeta(reader: Reader): TypeMeta {
  const type = { apiVersion: "", kind: "" };
  readFields(reader, "TypeMeta", (number, wireType) => {
    if (number === 1) {
      checkWireType(wireType, DELIMITED, "APIVersion");
      type.apiVersion = readText(reader);
    } else if (number === 2) {
      checkWireType(wireType, DELIMITED, "Kind");
      type.kind = readText(reader);
    }
    return number === 1 || number === 2;
  });
  return type;
}
