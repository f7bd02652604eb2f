import { decodeAscii, decodeUtf8, encodeUtf8 } from "../text/text-bytes.ts";
import type { JsonArray, JsonObject, JsonValue } from "../value/json-value.ts";
import { tooLarge } from "./json-syntax-error.ts";
import { type MergeOptions, maxJsonDepth, parseLosslessJson } from "./parse-lossless-json.ts";
import { type JsonScan, scanJson } from "./scan-json.ts";

/** Default of the longest text: Kubernetes' own limit of a request. */
export const defaultMaxBytes: number = 3 * 1024 * 1024;

export interface DecodeOptions extends MergeOptions {
  /** Longer texts are refused unread; {@link defaultMaxBytes} if absent. */
  readonly maxBytes?: number;
}

export interface DecodedJson {
  readonly value: JsonValue;
  /** Whether the value contains a `bigint`. Pass it on when printing the value: it saves a search. */
  readonly hasBigInts: boolean;
  /**
   * Paths of fields that were given more than once, in the order of the text, as Kubernetes prints them
   * (`spec.list[0].a`). The last one given is in the value.
   */
  readonly duplicates: readonly string[];
}

/**
 * Reads JSON without losing int64 values, and notices duplicate fields. Throws a JsonSyntaxError and nothing else.
 * Costs about 1.3 times JSON.parse, unless one of those is there.
 */
export function decodeJson(bytes: Uint8Array, options: DecodeOptions = {}): DecodedJson {
  const { maxBytes = defaultMaxBytes } = options;
  if (bytes.length > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const scan = scanJson(bytes);
  if (scan.hasPitfalls || scan.depth > maxJsonDepth) {
    return parseLosslessJson(bytes, options);
  }
  const value = parseFast(bytes, scan);
  // Also if JSON.parse failed: the slower parser has Kubernetes' error messages.
  return value === undefined || countKeys(value) !== scan.keys
    ? parseLosslessJson(bytes, options)
    : { value, hasBigInts: false, duplicates: [] };
}

/** {@link decodeJson} of text that is a string already. */
export function parseJson(text: string, options: DecodeOptions = {}): DecodedJson {
  return decodeJson(encodeUtf8(text), options);
}

function parseFast(bytes: Uint8Array, scan: JsonScan): JsonValue | undefined {
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
