import type { JsonValue } from "@kiln/api";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** How one type of value is written and read, without its tag and, where it has one, its length. */
export interface ValueCodec {
  /** {@link VARINT}, {@link FIXED64} or {@link DELIMITED}. */
  readonly wireType: number;
  /** Changes the writer. Never throws: what is not of the type is written as nothing would be. */
  write(writer: Writer, value: JsonValue | undefined): void;
  /** Changes the reader. Throws a ProtobufError for bytes that are not of the type. A delimited value ends at `end`. */
  read(reader: Reader): JsonValue;
  /** What JSON has for a value that was never set; undefined where that is nothing at all. */
  zero(): JsonValue | undefined;
  /** Bytes, and lists that are messages, are left out if they are not set, even where nothing says so. */
  readonly isOptional?: boolean;
  /** A second one on the wire adds to the first instead of taking its place. */
  readonly isMerged?: boolean;
}
