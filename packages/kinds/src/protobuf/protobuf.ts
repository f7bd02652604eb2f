import { getOwn, type JsonObject } from "@kiln/api";
import { openEnvelope, writeEnvelope } from "./envelope.ts";
import { createMessages } from "./messages.ts";
import { createReader, readWithin } from "./reader.ts";
import type { ValueCodec } from "./value-codec.ts";
import { createWriter, takeBytes, useBytes, writeVarint } from "./writer.ts";

export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A message in its envelope, opened: its type is known, its content not read yet. */
export interface OpenedMessage {
  readonly type: ObjectType;
  /** The object, or only its type if that has no message. Throws a ProtobufError for bytes that are no such message. */
  read(): JsonObject;
}

/**
 * Built-in objects as Kubernetes writes them in protobuf. An object's own apiVersion and kind say what message it is.
 * Nothing is made before it is needed.
 */
export interface Protobuf {
  has(type: ObjectType): boolean;
  /** Undefined for an object of a type that has no message. */
  encode(object: JsonObject): Uint8Array | undefined;
  /** Without an envelope: as the field of that number of another message. Throws for a type that has no message. */
  encodeField(number: number, object: JsonObject, type?: ObjectType): Uint8Array;
  /** As {@link encodeField}, without memory of its own: the bytes are good until `use` returns. */
  useField(number: number, object: JsonObject, use: (bytes: Uint8Array) => void): void;
  /** Throws a ProtobufError for what is no message. `assumed` is what a message is of that does not say it. */
  open(bytes: Uint8Array, assumed: ObjectType): OpenedMessage;
}

export function createProtobuf(): Protobuf {
  const messages = createMessages();
  // One for all: nothing is written while something else is.
  const writer = createWriter();
  const writeField = (number: number, object: JsonObject, type: ObjectType) => {
    const codec = find(type);
    if (codec === undefined) {
      throw new Error(`there is no message for ${type.kind} of ${type.apiVersion}`);
    }
    codec.write(writer, object);
    writeVarint(writer, writer.size);
    writeVarint(writer, number * 8 + codec.wireType);
  };
  const find = ({ apiVersion, kind }: ObjectType) => messages.find(apiVersion, kind);
  return {
    has: (type) => find(type) !== undefined,
    encode(object) {
      const type = typeOf(object);
      const codec = find(type);
      if (codec === undefined) {
        return undefined;
      }
      writeEnvelope(writer, type, () => codec.write(writer, object));
      return takeBytes(writer);
    },
    encodeField(number, object, type = typeOf(object)) {
      writeField(number, object, type);
      return takeBytes(writer);
    },
    useField(number, object, use) {
      writeField(number, object, typeOf(object));
      useBytes(writer, use);
    },
    open(bytes, assumed) {
      const { raw, ...said } = openEnvelope(bytes);
      const type = fillIn(said, assumed);
      return { type, read: () => readObject(raw, type, find(type)) };
    },
  };
}

function typeOf(object: JsonObject): ObjectType {
  return { apiVersion: String(getOwn(object, "apiVersion") ?? ""), kind: String(getOwn(object, "kind") ?? "") };
}

/** Kubernetes: an invalid apiVersion counts as none (runtime/schema/group_version.go FromAPIVersionAndKind, v1.36). */
function fillIn({ apiVersion, kind }: ObjectType, assumed: ObjectType): ObjectType {
  const isVersion = apiVersion !== "" && apiVersion.indexOf("/") === apiVersion.lastIndexOf("/");
  return { apiVersion: isVersion ? apiVersion : assumed.apiVersion, kind: kind || assumed.kind };
}

function readObject(raw: Uint8Array, type: ObjectType, codec: ValueCodec | undefined): JsonObject {
  const { apiVersion, kind } = type;
  if (codec === undefined) {
    return { apiVersion, kind };
  }
  const reader = createReader(raw);
  const message = readWithin(reader, reader.end, codec.read) as JsonObject;
  return { apiVersion, kind, ...message };
}
