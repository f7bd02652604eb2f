import { decodeBytewise } from "../text/text-bytes.ts";
import { getOwn, isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from "../value/json-value.ts";
import { type JsonReader, peekToken, unexpected, unexpectedInToken } from "./json-reader.ts";
import { JsonSyntaxError, positionAt } from "./json-syntax-error.ts";
import { readJsonString } from "./read-json-string.ts";
import { toInt64OrDouble } from "./to-int64-or-double.ts";

/** Maximum nesting of objects and lists; deeper texts are rejected. */
export const maxJsonDepth = 1000;

/** Kubernetes: limit of reported duplicate fields (encoding/json/kubernetes_patch.go saveStrictError, v1.36). */
const MAX_DUPLICATES = 100;

export interface LosslessJson {
  readonly value: JsonValue;
  readonly hasBigInts: boolean;
  readonly duplicates: readonly string[];
}

export interface MergeOptions {
  /** True to merge the values of a duplicate field if both are objects, as Go does for its own types. */
  readonly mergesDuplicates?: boolean;
}

/**
 * Parses the JSON that JSON.parse accepts, several times slower, but with exact int64 values, the paths of duplicate
 * fields, and Kubernetes' error messages. Recursion is bounded by {@link maxJsonDepth}.
 */
export function parseLosslessJson(bytes: Uint8Array, options: MergeOptions = {}): LosslessJson {
  const reader: JsonReader = {
    bytes,
    mergesDuplicates: options.mergesDuplicates === true,
    text: decodeBytewise(bytes),
    at: 0,
    path: [],
    duplicates: new Set(),
    hasBigInts: false,
    overflow: undefined,
  };
  const value = readValue(reader);
  if (peekToken(reader) !== undefined) {
    throw unexpected(reader, "after top-level value");
  }
  if (reader.overflow !== undefined) {
    throw reader.overflow;
  }
  return { value, hasBigInts: reader.hasBigInts, duplicates: [...reader.duplicates] };
}

function readValue(reader: JsonReader): JsonValue {
  switch (peekToken(reader)) {
    case "{":
      return readObject(reader);
    case "[":
      return readArray(reader);
    case '"':
      return readJsonString(reader);
    case "t":
      return readLiteral(reader, "true", true);
    case "f":
      return readLiteral(reader, "false", false);
    case "n":
      return readLiteral(reader, "null", null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: JsonReader): JsonObject {
  const object: JsonObject = {};
  enter(reader);
  if (peekToken(reader) === "}") {
    reader.at++;
    return object;
  }
  for (;;) {
    if (peekToken(reader) !== '"') {
      throw unexpected(reader, "looking for beginning of object key string");
    }
    const key = readJsonString(reader);
    if (peekToken(reader) !== ":") {
      throw unexpected(reader, "after object key");
    }
    reader.at++;
    const earlier = getOwn(object, key);
    if (earlier !== undefined) {
      addDuplicate(reader, key);
    }
    reader.path.push(key);
    const value = readValue(reader);
    setOwn(object, key, earlier !== undefined && reader.mergesDuplicates ? layOver(earlier, value) : value);
    reader.path.pop();
    const next = peekToken(reader);
    if (next !== "," && next !== "}") {
      throw unexpected(reader, "after object key:value pair");
    }
    reader.at++;
    if (next === "}") {
      return object;
    }
  }
}

/** Merges `value` into `earlier` if both are objects. */
function layOver(earlier: JsonValue, value: JsonValue): JsonValue {
  if (!isJsonObject(earlier) || !isJsonObject(value)) {
    return value;
  }
  for (const key of Object.keys(value)) {
    const before = getOwn(earlier, key);
    const after = getOwn(value, key) as JsonValue;
    setOwn(earlier, key, before === undefined ? after : layOver(before, after));
  }
  return earlier;
}

function readArray(reader: JsonReader): JsonArray {
  const array: JsonArray = [];
  enter(reader);
  if (peekToken(reader) === "]") {
    reader.at++;
    return array;
  }
  for (;;) {
    reader.path.push(array.length);
    array.push(readValue(reader));
    reader.path.pop();
    const next = peekToken(reader);
    if (next !== "," && next !== "]") {
      throw unexpected(reader, "after array element");
    }
    reader.at++;
    if (next === "]") {
      return array;
    }
  }
}

/** Moves past the opening bracket; throws if the nesting is too deep. */
function enter(reader: JsonReader): void {
  if (reader.path.length >= maxJsonDepth) {
    throw unexpected(reader, "exceeded max depth", "depth");
  }
  reader.at++;
}

function readLiteral<T>(reader: JsonReader, word: string, value: T): T {
  for (let i = 1; i < word.length; i++) {
    reader.at++;
    if (reader.text[reader.at] !== word[i]) {
      throw unexpectedInToken(reader, `in literal ${word} (expecting '${word[i]}')`);
    }
  }
  reader.at++;
  return value;
}

function readNumber(reader: JsonReader): number | bigint {
  const start = reader.at;
  if (reader.text[start] === "-") {
    reader.at++;
  }
  if (reader.text[reader.at] === "0") {
    reader.at++;
  } else if (!skipDigits(reader)) {
    throw reader.at === start
      ? unexpected(reader, "looking for beginning of value")
      : unexpectedInToken(reader, "in numeric literal");
  }
  if (reader.text[reader.at] === ".") {
    reader.at++;
    if (!skipDigits(reader)) {
      throw unexpectedInToken(reader, "after decimal point in numeric literal");
    }
  }
  if (reader.text[reader.at] === "e" || reader.text[reader.at] === "E") {
    reader.at++;
    if (reader.text[reader.at] === "+" || reader.text[reader.at] === "-") {
      reader.at++;
    }
    if (!skipDigits(reader)) {
      throw unexpectedInToken(reader, "in exponent of numeric literal");
    }
  }
  return toNumber(reader, start);
}

function toNumber(reader: JsonReader, start: number): number | bigint {
  const text = reader.text.slice(start, reader.at);
  const value = toInt64OrDouble(text);
  if (typeof value === "bigint") {
    reader.hasBigInts = true;
  } else if (!Number.isFinite(value)) {
    const message = `json: cannot unmarshal number ${text} into Go value of type float64`;
    reader.overflow ??= new JsonSyntaxError(message, "number", positionAt(reader.bytes, start));
  }
  return value;
}

function skipDigits(reader: JsonReader): boolean {
  const { text } = reader;
  const start = reader.at;
  let i = start;
  while (i < text.length && text.charCodeAt(i) >= 0x30 && text.charCodeAt(i) <= 0x39) {
    i++;
  }
  reader.at = i;
  return i > start;
}

function addDuplicate(reader: JsonReader, key: string): void {
  if (reader.duplicates.size < MAX_DUPLICATES) {
    reader.duplicates.add(printPath([...reader.path, key]));
  }
}

/**
 * Kubernetes: only the first name has no dot before it, even if that name is empty (encoding/json/kubernetes_patch.go
 * appendStrictFieldStackKey, v1.36).
 */
function printPath(path: readonly (string | number)[]): string {
  return path.map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`)).join("");
}
