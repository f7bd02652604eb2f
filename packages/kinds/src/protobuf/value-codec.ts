import type { JsonValue } from "@kiln/api";
import type { ProtobufReader, ProtobufWriter } from "@kiln/api/protobuf";
import type { MessageField } from "./message.ts";

/** Encodes and decodes one type of value, without its tag and length. */
export interface ValueCodec {
  /** Writes a value. Never throws: a value of another type is written as an absent one. */
  write(writer: MessageWriter, value: JsonValue | undefined): void;
  /** Decodes the value that ends at `end`. Throws a ProtobufError. */
  read(reader: MessageReader): JsonValue;
  /** JSON of a value that a message omits, such as 0; undefined if the field is then omitted from JSON too. */
  zero(): JsonValue | undefined;
  /** True if an absent value is not written. */
  readonly isOptional?: boolean;
}

/** Reader of objects, with limits on nesting and on the number of messages. */
export interface MessageReader extends ProtobufReader {
  /** Number of enclosing objects and lists. */
  depth: number;
  /** Number of nested messages that the object may still contain: bounds the memory of a small, hostile body. */
  messages: number;
  /** The last time and its seconds: an object mostly has the same few times. */
  timeText: string;
  timeSeconds: number;
}

/** Writer of objects, with memory that nested messages share. */
export interface MessageWriter extends ProtobufWriter {
  /** Present fields of all messages being encoded: one array for all costs less than one per message. */
  readonly fields: (MessageField | undefined)[];
  /** Values of the fields in {@link fields}. */
  readonly values: (JsonValue | undefined)[];
  /** Index at which the next message's fields start. */
  top: number;
  /** The last time and its seconds: an object mostly has the same few times. */
  timeText: string;
  timeSeconds: number;
}
