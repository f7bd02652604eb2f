import { decodeAscii, decodeUtf8, encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonArray, JsonObject, JsonValue } from "../value/json-value.ts";
import { tooLarge } from "./json-syntax-error.ts";
import { type MergeOptions, maxJsonDepth, parseLosslessJson } from "./parse-lossless-json.ts";
import { type JsonScan, scanJson } from "./scan-json.ts";

/** Default maximum size of a text, Kubernetes' limit for requests. */
export const defaultMaxBytes: number = 3 * 1024 * 1024;

export interface DecodeOptions extends MergeOptions {
  /** Maximum size in bytes; longer texts are rejected unread. {@link defaultMaxBytes} by default. */
  readonly maxBytes?: number;
}

export interface DecodedJson {
  readonly value: JsonValue;
  /** True if the value contains a `bigint`. Passing it to {@link printJson} saves a search. */
  readonly hasBigInts: boolean;
  /**
   * Paths of duplicate fields in document order, as Kubernetes prints them (`spec.list[0].a`). The value has the last
   * occurrence.
   */
  readonly duplicates: readonly string[];
}

/**
 * Decodes JSON with exact int64 values, and finds duplicate fields. Throws only JsonSyntaxError. Takes about 1.3 times
 * as long as JSON.parse, more if the text has such values or fields.
 */
export function decodeJson(bytes: Uint8Array, options: DecodeOptions = {}): DecodedJson {
  const { maxBytes = defaultMaxBytes } = options;
  if (bytes.length > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const scan = scanJson(bytes);
  const value = parseFast(bytes, scan);
  return acceptFast(value, scan) ?? parseLosslessJson(bytes, options);
}

/** {@link decodeJson} of a large text: yields between its scans. */
export function* decodeJsonSlices(
  bytes: Uint8Array,
  options: DecodeOptions = {},
): Generator<undefined, DecodedJson, undefined> {
  const { maxBytes = defaultMaxBytes } = options;
  if (bytes.length > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const scan = scanJson(bytes);
  yield;
  const value = parseFast(bytes, scan);
  yield;
  const fast = acceptFast(value, scan);
  if (fast !== undefined) {
    return fast;
  }
  yield;
  return parseLosslessJson(bytes, options);
}

/**
 * Result of the fast parser. Undefined if it gave none, because the text is invalid or may decode differently, and for
 * duplicate fields: the slower parser decodes these, with Kubernetes' error messages.
 */
function acceptFast(value: JsonValue | undefined, scan: JsonScan): DecodedJson | undefined {
  return value === undefined || countKeys(value) !== scan.keys
    ? undefined
    : { value, hasBigInts: false, duplicates: [] };
}

/** Decodes JSON that is a string already, as {@link decodeJson} does. */
export function parseJson(text: string, options: DecodeOptions = {}): DecodedJson {
  return decodeJson(encodeUtf8(text), options);
}

/** Value by the engine's parser; undefined for a text that needs the slower one. */
function parseFast(bytes: Uint8Array, scan: JsonScan): JsonValue | undefined {
  if (scan.hasPitfalls || scan.depth > maxJsonDepth) {
    return undefined;
  }
  try {
    return JSON.parse(scan.isAscii ? decodeAscii(bytes) : decodeUtf8(bytes)) as JsonValue;
  } catch {
    return undefined;
  }
}

function countKeys(value: JsonValue): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  return Array.isArray(value) ? countInArray(value) : countInObject(value);
}

function countInArray(array: JsonArray): number {
  let count = 0;
  for (let i = 0; i < array.length; i++) {
    const item = array[i];
    if (typeof item === "object") {
      count += countKeys(item as JsonValue);
    }
  }
  return count;
}

function countInObject(object: JsonObject): number {
  let count = 0;
  for (const key in object) {
    count++;
    const item = object[key];
    if (typeof item === "object") {
      count += countKeys(item as JsonValue);
    }
  }
  return count;
}
