import type { JsonValue } from "@kiln/api";
import type { ProtobufReader, ProtobufWriter } from "@kiln/api/protobuf";
import type { MessageField } from "./message.ts";

/** Decoder and encoder of one type of value, without its tag and length. */
export interface ValueCodec {
  /** Changes the writer. Never throws: a value of another type is written as an absent one. */
  write(writer: ProtobufWriter, value: JsonValue | undefined): void;
  /** Changes the reader, which is at a value that ends at `end`. Throws a ProtobufError. */
  read(reader: MessageReader): JsonValue;
  /** JSON of a value that was never set; undefined where there is none. */
  zero(): JsonValue | undefined;
  /** An absent value is never written. */
  readonly isOptional?: boolean;
}

/** A reader of objects, which bounds how deep they are and of how many messages. */
export interface MessageReader extends ProtobufReader {
  /** The number of objects and lists around the value being decoded. */
  depth: number;
  /** The number of messages that may still follow. */
  messages: number;
}

/** A writer of objects. */
export interface MessageWriter extends ProtobufWriter {
  /** Present fields of all messages being encoded: one array costs less than one per message. */
  readonly fields: (MessageField | undefined)[];
  /** Values of {@link fields}. */
  readonly values: (JsonValue | undefined)[];
  /** Start of the next message's fields. */
  top: number;
}
