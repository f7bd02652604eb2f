import { quoteGo } from "../go/go-print.ts";
import { decodeUtf8 } from "../text/text-bytes.ts";

/**
 * Reason of a rejected text: it is no JSON or YAML, is nested too deeply, is too long, or has a number that no double
 * can hold.
 */
export type JsonSyntaxFault = "syntax" | "depth" | "size" | "number";

/** Position in a text: `offset` counts bytes from 0, `line` and `column` count from 1, `column` in characters. */
export interface TextPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Error of a text that cannot be decoded, with Kubernetes' message. */
export class JsonSyntaxError extends Error {
  override readonly name: string = "JsonSyntaxError";
  readonly fault: JsonSyntaxFault;
  readonly offset: number;
  readonly line: number;
  readonly column: number;

  constructor(message: string, fault: JsonSyntaxFault, position: TextPosition) {
    super(message);
    this.fault = fault;
    this.offset = position.offset;
    this.line = position.line;
    this.column = position.column;
  }
}

/** Error of a text with more than `maxBytes`, which is not parsed. */
export function tooLarge(maxBytes: number): JsonSyntaxError {
  return new JsonSyntaxError(`limit is ${maxBytes}`, "size", { offset: maxBytes, line: 1, column: 1 });
}

/** Position at an offset; scans the text up to it, so it is for errors only. */
export function positionAt(bytes: Uint8Array, offset: number): TextPosition {
  let line = 1;
  let lineStart = 0;
  for (let i = bytes.indexOf(0x0a); i >= 0 && i < offset; i = bytes.indexOf(0x0a, i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { offset, line, column: [...decodeUtf8(bytes.subarray(lineStart, offset))].length + 1 };
}

/**
 * Kubernetes: the invalid byte prints as the character with that code, even if it is part of a longer character
 * (encoding/json/scanner.go quoteChar, v1.36).
 */
export function quoteByte(byte: number): string {
  const char = String.fromCharCode(byte);
  if (char === "'") {
    return "'\\''";
  }
  return char === '"' ? "'\"'" : `'${quoteGo(char).slice(1, -1)}'`;
}
