import { JsonSyntaxError, type JsonSyntaxFault, positionAt, quoteByte } from "./json-syntax-error.ts";

/** State of one parse of JSON. `text` has one character a byte, so `at` is an index in both. */
export interface JsonReader {
  readonly bytes: Uint8Array;
  readonly text: string;
  at: number;
  /** Names and indices on the path to the value that is read. */
  readonly path: (string | number)[];
  readonly duplicates: Set<string>;
  readonly mergesDuplicates: boolean;
  hasBigInts: boolean;
  /**
   * Kubernetes: a number too large for a double is an error only if the syntax of the whole text is valid
   * (encoding/json/decode.go convertNumber, v1.36).
   */
  overflow: JsonSyntaxError | undefined;
}

/** Moves to the next character that is no white space, and returns it. */
export function peekToken(reader: JsonReader): string | undefined {
  const { text } = reader;
  let i = reader.at;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
      break;
    }
  }
  reader.at = i;
  return text[i];
}

/** Error at an unexpected byte or the end of the text. */
export function unexpected(reader: JsonReader, context: string, fault: JsonSyntaxFault = "syntax"): JsonSyntaxError {
  return reader.at < reader.bytes.length
    ? unexpectedInToken(reader, context, fault)
    : new JsonSyntaxError("unexpected end of JSON input", fault, positionAt(reader.bytes, reader.at));
}

/**
 * Kubernetes: the error of a text that ends inside a number, word or escape reads as if a space followed
 * (encoding/json/scanner.go eof, v1.36).
 */
export function unexpectedInToken(
  reader: JsonReader,
  context: string,
  fault: JsonSyntaxFault = "syntax",
): JsonSyntaxError {
  const message = `invalid character ${quoteByte(reader.bytes[reader.at] ?? 0x20)} ${context}`;
  return new JsonSyntaxError(message, fault, positionAt(reader.bytes, reader.at));
}
