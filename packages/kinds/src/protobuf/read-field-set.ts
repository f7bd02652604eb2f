import { decodeBytewise, type JsonObject, setOwn } from "@kiln/api";
import type { ProtobufReader } from "@kiln/api/protobuf";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
/** Deeper sets are decoded as any other JSON, which has its own limit. */
const MAX_DEPTH = 64;

/**
 * Decodes the rest of the reader as a JSON object of objects, as managed fields are, in ASCII and without spaces. Undefined
 * for any other JSON and for invalid JSON. Changes the reader, which is anywhere afterwards if the result is undefined.
 */
export function readFieldSet(reader: ProtobufReader): JsonObject | undefined {
  reader.text ??= decodeBytewise(reader.bytes);
  const set = readObject(reader, 0);
  return reader.at === reader.end ? set : undefined;
}

function readObject(reader: ProtobufReader, depth: number): JsonObject | undefined {
  const { bytes, end } = reader;
  if (bytes[reader.at++] !== OPEN || depth > MAX_DEPTH) {
    return undefined;
  }
  const object: JsonObject = {};
  if (bytes[reader.at] === CLOSE && reader.at < end) {
    reader.at++;
    return object;
  }
  while (reader.at < end) {
    const key = readKey(reader);
    const value = key === undefined ? undefined : readObject(reader, depth + 1);
    if (key === undefined || value === undefined) {
      return undefined;
    }
    setOwn(object, key, value);
    const after = bytes[reader.at++];
    if (after !== COMMA) {
      return after === CLOSE ? object : undefined;
    }
  }
  return undefined;
}

/** The key and the colon behind it. */
function readKey(reader: ProtobufReader): string | undefined {
  const { bytes, end } = reader;
  const start = reader.at + 1;
  if (bytes[start - 1] !== QUOTE) {
    return undefined;
  }
  let hasEscape = false;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte === QUOTE) {
      reader.at = i + 2;
      const text = (reader.text as string).substring(start, i);
      return bytes[i + 1] !== COLON ? undefined : hasEscape ? unescapeKey(text) : text;
    }
    if (byte < 0x20 || byte >= 0x80) {
      return undefined;
    }
    if (byte === BACKSLASH) {
      hasEscape = true;
      i++;
    }
  }
  return undefined;
}

/**
 * Key with its escapes decoded; undefined for other escapes than quote and backslash, which a slower parser decodes.
 */
function unescapeKey(text: string): string | undefined {
  return /^(?:[^\\]|\\["\\])*$/.test(text) ? text.replaceAll(/\\(.)/g, "$1") : undefined;
}
