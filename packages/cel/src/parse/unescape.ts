import { appendAll, encodeUtf8 } from "@kiln/api";

/** The value of a string literal, or its error. */
export type Unescaped<T> = { readonly value: T } | { readonly fault: string };

const plain = new Map([
  ["a", 0x07],
  ["b", 0x08],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["v", 0x0b],
  ["\\", 0x5c],
  ["'", 0x27],
  ['"', 0x22],
  ["`", 0x60],
  ["?", 0x3f],
]);

/**
 * Value of a string literal.
 * @param literal - text of the token, quotes and `r` included
 */
export function unescapeString(literal: string): Unescaped<string> {
  const { body, isRaw } = strip(literal);
  if (isRaw || !body.includes("\\")) {
    return { value: body };
  }
  let text = "";
  for (const part of split(body)) {
    if (typeof part === "string") {
      text += part;
    } else if (part.code > 0x10ffff || (part.code >= 0xd800 && part.code <= 0xdfff)) {
      return { fault: "invalid unicode code point" };
    } else {
      text += String.fromCodePoint(part.code);
    }
  }
  return { value: text };
}

/**
 * Value of a bytes literal.
 * @param literal - without its `b`; escapes of numbers mean bytes, and there are no `\u`
 */
export function unescapeBytes(literal: string): Unescaped<Uint8Array> {
  const { body, isRaw } = strip(literal);
  if (isRaw) {
    return { value: encodeUtf8(body) };
  }
  const bytes: number[] = [];
  for (const part of split(body)) {
    if (typeof part === "string") {
      appendAll(bytes, encodeUtf8(part));
    } else if (part.isUnicode) {
      return { fault: "unable to unescape string" };
    } else {
      bytes.push(part.code);
    }
  }
  return { value: Uint8Array.from(bytes) };
}

function strip(literal: string): { readonly body: string; readonly isRaw: boolean } {
  const normal = literal.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  const isRaw = normal.charAt(0) === "r" || normal.charAt(0) === "R";
  const quoted = isRaw ? normal.slice(1) : normal;
  const isTriple = quoted.length >= 6 && (quoted.startsWith("'''") || quoted.startsWith('"""'));
  return { body: isTriple ? quoted.slice(3, -3) : quoted.slice(1, -1), isRaw };
}

/** Splits into runs of plain text and the code points of escapes. */
function* split(body: string): Generator<string | { readonly code: number; readonly isUnicode: boolean }> {
  let start = 0;
  for (let at = body.indexOf("\\"); at !== -1; at = body.indexOf("\\", start)) {
    if (at > start) {
      yield body.slice(start, at);
    }
    const letter = body.charAt(at + 1);
    const code = plain.get(letter);
    if (code !== undefined) {
      yield { code, isUnicode: false };
      start = at + 2;
    } else if (letter >= "0" && letter <= "3") {
      yield { code: Number.parseInt(body.slice(at + 1, at + 4), 8), isUnicode: false };
      start = at + 4;
    } else {
      const digits = letter === "u" ? 4 : letter === "U" ? 8 : 2;
      yield { code: Number.parseInt(body.slice(at + 2, at + 2 + digits), 16), isUnicode: digits > 2 };
      start = at + 2 + digits;
    }
  }
  if (start < body.length) {
    yield body.slice(start);
  }
}
