import { decodeUtf8 } from "../text/text-bytes.ts";
import { type JsonReader, unexpected, unexpectedInToken } from "./json-reader.ts";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Reads a string from its opening to its closing quote. Kubernetes: half of a surrogate pair becomes the replacement
 * character, as do bytes that are not UTF-8, so the result is always well-formed (encoding/json/decode.go unquoteBytes,
 * v1.36).
 */
export function readJsonString(reader: JsonReader): string {
  reader.at++;
  let result = readPlain(reader);
  if (reader.text[reader.at] === '"') {
    reader.at++;
    return result;
  }
  const parts = [result];
  let hasSurrogates = false;
  while (reader.text[reader.at] === "\\") {
    const char = readEscape(reader);
    hasSurrogates ||= char >= "\ud800" && char <= "\udfff";
    parts.push(char, readPlain(reader));
  }
  reader.at++;
  result = parts.join("");
  return hasSurrogates ? result.replace(LONE_SURROGATE, "\ufffd") : result;
}

/** Reads up to the next quote or backslash. */
function readPlain(reader: JsonReader): string {
  const { text } = reader;
  const start = reader.at;
  let bits = 0;
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22 || code === 0x5c || code < 0x20) {
      break;
    }
    bits |= code;
  }
  reader.at = i;
  if (i >= text.length || text.charCodeAt(i) < 0x20) {
    throw unexpected(reader, "in string literal");
  }
  return bits < 0x80 ? text.slice(start, i) : decodeUtf8(reader.bytes.subarray(start, i));
}

function readEscape(reader: JsonReader): string {
  reader.at++;
  const letter = reader.text[reader.at] ?? "";
  if (letter === "u") {
    return readHexEscape(reader);
  }
  const char = ESCAPES.get(letter);
  if (char === undefined) {
    throw unexpectedInToken(reader, "in string escape code");
  }
  reader.at++;
  return char;
}

function readHexEscape(reader: JsonReader): string {
  let code = 0;
  for (let i = 0; i < 4; i++) {
    reader.at++;
    const digit = Number.parseInt(reader.text[reader.at] ?? "", 16);
    if (Number.isNaN(digit)) {
      throw unexpectedInToken(reader, "in \\u hexadecimal character escape");
    }
    code = code * 16 + digit;
  }
  reader.at++;
  return String.fromCharCode(code);
}
