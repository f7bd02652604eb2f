import { getOwn, type JsonObject } from "@kiln/api";
import { type ProtobufReader, takeBytes, useBytes, writeStart } from "@kiln/api/protobuf";
import { openEnvelope, writeEnvelope } from "./envelope.ts";
import type { Message } from "./message.ts";
import { createMessages } from "./messages.ts";
import { decodeMessage } from "./read-message.ts";
import { createMessageWriter, writeMessage } from "./write-message.ts";

export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A message whose type has been decoded and whose content has not. */
export interface OpenedMessage {
  readonly type: ObjectType;
  /** Decodes the object; only its type if that has no message. Throws a ProtobufError for invalid bytes. */
  read(): JsonObject;
}

/**
 * Kubernetes' protobuf encoding of built-in objects. apiVersion and kind of an object select the message type. Message
 * types are built on first use.
 */
export interface Protobuf {
  has(type: ObjectType): boolean;
  /** Encodes an object with its envelope; undefined if its type has no message. */
  encode(object: JsonObject): Uint8Array | undefined;
  /** Encodes an object as field `number` of another message, without envelope. Throws for a type without a message. */
  encodeField(number: number, object: JsonObject, type?: ObjectType): Uint8Array;
  /** Encodes a field as {@link encodeField} does, in shared memory: the bytes are valid until `use` returns. */
  useField(number: number, object: JsonObject, use: (bytes: Uint8Array) => void): void;
  /** Opens a message; throws a ProtobufError if it is invalid. `assumed` is the type of a message without one. */
  open(bytes: Uint8Array, assumed: ObjectType): OpenedMessage;
}

export function createProtobuf(): Protobuf {
  const messages = createMessages();
  // Shared by all encodings, which never overlap.
  const writer = createMessageWriter();
  const writeField = (number: number, object: JsonObject, type: ObjectType) => {
    const message = find(type);
    if (message === undefined) {
      throw new Error(`there is no message for ${type.kind} of ${type.apiVersion}`);
    }
    writeMessage(writer, message, object);
    writeStart(writer, number, 0);
  };
  const find = ({ apiVersion, kind }: ObjectType) => messages.find(apiVersion, kind);
  return {
    has: (type) => find(type) !== undefined,
    encode(object) {
      const type = typeOf(object);
      const message = find(type);
      if (message === undefined) {
        return undefined;
      }
      writeEnvelope(writer, type, () => writeMessage(writer, message, object));
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
      const envelope = openEnvelope(bytes);
      const type = fillIn(envelope, assumed);
      return { type, read: () => readObject(envelope.raw, type, find(type)) };
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

function readObject(raw: ProtobufReader, { apiVersion, kind }: ObjectType, message: Message | undefined): JsonObject {
  const object: JsonObject = { apiVersion, kind };
  return message === undefined ? object : (decodeMessage(raw, message, object) as JsonObject);
}
