import {
  checkWireType,
  createProtobufReader,
  createProtobufWriter,
  DELIMITED,
  ProtobufError,
  type ProtobufReader,
  type ProtobufWriter,
  readLength,
  readTag,
  readText,
  skipField,
  takeBytes,
  writeBytes,
  writeStart,
  writeTextField,
  writeVarint,
  writtenSize,
} from "@kiln/api/protobuf";

/** Envelope of a message: apiVersion and kind, with the encoded object. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** Reader at the start of the inner message, ending where that ends. */
  readonly raw: ProtobufReader;
}

/** Magic bytes of Kubernetes' protobuf, `k8s` and a zero byte. */
const PREFIX: Uint8Array = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);
/** Whether the bytes begin with the magic bytes of an envelope. */
export function isEnvelope(bytes: Uint8Array): boolean {
  return PREFIX.every((byte, i) => bytes[i] === byte);
}

/** Empty contentEncoding and contentType, which Kubernetes always writes. */
const END: Uint8Array = Uint8Array.of(0x1a, 0x00, 0x22, 0x00);

type TypeMeta = Pick<Envelope, "apiVersion" | "kind">;

/** Writes an envelope around the output of `writeRaw`. */
export function writeEnvelope(
  writer: ProtobufWriter,
  type: TypeMeta,
  writeRaw: (writer: ProtobufWriter) => void,
): void {
  writeBytes(writer, END);
  const after = writtenSize(writer);
  writeRaw(writer);
  writePrefix(writer, type, writtenSize(writer) - after);
}

/** Start and end of an envelope around bytes that are written later, given their number. */
export function envelopeAround(
  type: TypeMeta,
  rawBytes: number,
): { readonly start: Uint8Array; readonly end: Uint8Array } {
  const writer = createProtobufWriter();
  writePrefix(writer, type, rawBytes);
  return { start: takeBytes(writer), end: END };
}

function writePrefix(writer: ProtobufWriter, { apiVersion, kind }: TypeMeta, rawBytes: number): void {
  writeVarint(writer, rawBytes);
  writeVarint(writer, 0x12);
  const after = writtenSize(writer);
  writeTextField(writer, 2, kind);
  writeTextField(writer, 1, apiVersion);
  writeStart(writer, 1, after);
  writeBytes(writer, PREFIX);
}

/** Opens an envelope; throws a ProtobufError with Kubernetes' message. */
export function openEnvelope(bytes: Uint8Array): Envelope {
  checkPrefix(bytes);
  const reader = createProtobufReader(bytes);
  reader.at = PREFIX.length;
  const type = { apiVersion: "", kind: "" };
  let [start, end] = [0, 0];
  while (reader.at < reader.end) {
    const tag = readTag(reader, "Unknown");
    if (tag >>> 3 === 1) {
      checkWireType(tag & 7, DELIMITED, "TypeMeta");
      readTypeMeta(reader, type);
    } else if (tag >>> 3 === 2) {
      checkWireType(tag & 7, DELIMITED, "Raw");
      end = readLength(reader) + reader.at;
      start = reader.at;
      reader.at = end;
    } else {
      skipField(reader, tag & 7);
    }
  }
  reader.at = start;
  reader.end = end;
  return { apiVersion: type.apiVersion, kind: type.kind, raw: reader };
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

/** Reads a TypeMeta into `type`. A repeated TypeMeta is merged. */
function readTypeMeta(reader: ProtobufReader, type: { apiVersion: string; kind: string }): void {
  const outer = reader.end;
  reader.end = readLength(reader) + reader.at;
  while (reader.at < reader.end) {
    const tag = readTag(reader, "TypeMeta");
    if (tag >>> 3 === 1) {
      checkWireType(tag & 7, DELIMITED, "APIVersion");
      type.apiVersion = readText(reader);
    } else if (tag >>> 3 === 2) {
      checkWireType(tag & 7, DELIMITED, "Kind");
      type.kind = readText(reader);
    } else {
      skipField(reader, tag & 7);
    }
  }
  reader.end = outer;
}
