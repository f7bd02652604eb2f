import {
  allocateBytes,
  decodeBytewise,
  decodeUtf8,
  encodeUtf8,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  printJson,
  readUint32,
  utf8Length,
  writeUint32,
} from "@kiln/api";
import { decodeStoredJson } from "./stored-json.ts";

/**
 * Record head: metadata of an object for selectors, counts and garbage collection, stored before its JSON, so that
 * these need not parse it.
 */
export interface Head {
  readonly uid: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Values of the selectable fields, by JSON path. */
  readonly fields?: Readonly<Record<string, string>>;
  /** uids of the owners. */
  readonly owners?: readonly string[];
  /** uids of owners with blockOwnerDeletion. */
  readonly blocks?: readonly string[];
  readonly deleting?: true;
  /** Finalizers in metadata; absent if there are none. */
  readonly finalizers?: readonly string[];
}

/**
 * A stored value, opened. Layout: format byte 1, eight bytes of stamp, two big-endian 32-bit lengths (offset of
 * metadata in the JSON, length of the record head), the head, the JSON. A value that begins with `{` is plain JSON that
 * another program wrote: it has no stamp and is never served unchanged.
 */
export interface StoredValue {
  readonly stamp: string;
  readonly headBytes?: Uint8Array;
  /** JSON of the object without resourceVersion; a view of the stored bytes, which must not be changed. */
  readonly body: Uint8Array;
  /** Offset in the body after `"metadata":{`, where the resourceVersion is inserted. */
  readonly metadataAt: number;
}

/** Stamp of a value that was converted for one reader and is never stored. */
export const CONVERTED_STAMP = "as-asked";

/** Stamp of values that must always be decoded by the schema; no schema has it. */
export const NO_STAMP = "--------";

/**
 * Stamp like {@link NO_STAMP} of values that the next write must replace even if it changes nothing: they are encrypted
 * with an old key, or Kubernetes would have stored fewer fields.
 */
export const STALE_STAMP = "stale...";

const FORMAT = 1;
const FORMAT_CHARACTER = String.fromCharCode(FORMAT);
const ROOM_FOR_LENGTHS = "\0".repeat(8);
const FIXED = 17;
const BRACE = 0x7b;
const QUOTE = 0x22;
const COMMA = ",";

export function openStoredValue(value: Uint8Array): StoredValue {
  if (value[0] === BRACE) {
    return { stamp: "", body: value, metadataAt: -1 };
  }
  const headEnd = FIXED + readUint32(value, 13);
  return {
    stamp: readStamp(value),
    headBytes: value.subarray(FIXED, headEnd),
    body: value.subarray(headEnd),
    metadataAt: readUint32(value, 9),
  };
}

/** Decodes a stored object, in the version and with the fields it was stored with, to a tree that the caller owns. */
export function decodeStoredValue(value: Uint8Array): JsonObject {
  return decodeStoredJson(openStoredValue(value).body);
}

/** Whether a value is complete, by its own bytes, since it has no checksum. Encrypted values are always complete. */
export function isReadableValue(value: Uint8Array): boolean {
  if (value[0] !== FORMAT && value[0] !== BRACE) {
    return value.length > 0;
  }
  try {
    const stored = openStoredValue(value);
    decodeStoredJson(stored.body);
    return (
      stored.headBytes === undefined || (isInside(stored) && isJsonObject(parseHead(stored) as unknown as JsonValue))
    );
  } catch {
    return false;
  }
}

function isInside({ body, metadataAt }: StoredValue): boolean {
  return metadataAt > 0 && metadataAt < body.length && body[metadataAt - 1] === BRACE;
}

function readStamp(value: Uint8Array): string {
  return decodeBytewise(value.subarray(1, 9));
}

/**
 * Offset in a value after `"metadata":{`, or -1 if the value was not written under this stamp. Allocates nothing: lists
 * check thousands of values at once.
 */
export function findMetadata(value: Uint8Array, stamp: string): number {
  if (value[0] !== FORMAT) {
    return -1;
  }
  for (let i = 0; i < 8; i++) {
    if (value[1 + i] !== stamp.charCodeAt(i)) {
      return -1;
    }
  }
  return FIXED + readUint32(value, 13) + readUint32(value, 9);
}

/** Length of a record head with only a uid: `{"uid":""}` and 36 characters. */
const UID_HEAD_LENGTH = 46;

/** Whether a record head has neither labels nor fields, owners or finalizers; checks only its length. */
export function hasOnlyUid(value: Uint8Array): boolean {
  return value[0] === FORMAT && readUint32(value, 13) <= UID_HEAD_LENGTH;
}

/** JSON of the record head; undefined for a value without one. */
export function readHeadText(value: Uint8Array): string | undefined {
  return value[0] === FORMAT ? decodeUtf8(value.subarray(FIXED, FIXED + readUint32(value, 13))) : undefined;
}

/** Record head of a value; undefined if it has none. */
export function readHead(value: Uint8Array): Head | undefined {
  const text = readHeadText(value);
  return text === undefined ? undefined : (JSON.parse(text) as Head);
}

export function parseHead(stored: StoredValue): Head | undefined {
  return stored.headBytes === undefined ? undefined : (JSON.parse(decodeUtf8(stored.headBytes)) as Head);
}

/** JSON of an object, encoded once to be stored and to be served. */
export interface EncodedObject {
  readonly body: Uint8Array;
  readonly metadataAt: number;
}

/** Encodes an object: apiVersion, kind and metadata first, and no resourceVersion. */
export function encodeObject(object: JsonObject): EncodedObject {
  const { text, metadataAt } = printObject(object);
  return { body: encodeUtf8(text), metadataAt };
}

interface PrintedObject {
  readonly text: string;
  /** Offset after `"metadata":{`, in bytes. */
  readonly metadataAt: number;
}

const METADATA_START = '"metadata":{';

function printObject(object: JsonObject): PrintedObject {
  const text = printJson(arrange(object));
  // The first occurrence is the object's own metadata: quotes inside strings are escaped.
  const metadataAt = text.indexOf(METADATA_START) + METADATA_START.length;
  return { text, metadataAt: utf8Length(text.slice(0, metadataAt)) };
}

/** The object itself if its keys are in the usual order, otherwise a reordered shallow copy. */
function arrange(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata)) {
    return arrangeWith(object, {});
  }
  if (metadata.resourceVersion === undefined) {
    return isArranged(object) ? object : arrangeWith(object, metadata);
  }
  // JSON omits undefined fields; `delete` would make the object slow to print.
  return arrangeWith(object, { ...metadata, resourceVersion: undefined } as unknown as JsonObject);
}

const FIRST_KEYS = ["apiVersion", "kind", "metadata"] as const;

function isArranged(object: JsonObject): boolean {
  let i = 0;
  for (const key in object) {
    if (key !== FIRST_KEYS[i]) {
      return false;
    }
    i++;
    if (i === FIRST_KEYS.length) {
      return true;
    }
  }
  return false;
}

function arrangeWith(object: JsonObject, metadata: JsonObject): JsonObject {
  const { apiVersion = "", kind = "" } = object;
  const arranged: JsonObject = { apiVersion, kind, metadata, ...object };
  arranged.metadata = metadata;
  return arranged;
}

/** A value to store, and the JSON in it. */
export interface SealedObject extends EncodedObject {
  readonly value: Uint8Array;
}

/** Encodes the object and its record head into one buffer. Most time of a write is spent here. */
export function sealObject(object: JsonObject, head: Head, stamp: string): SealedObject {
  const { text, metadataAt } = printObject(object);
  const headText = JSON.stringify(head);
  const headLength = utf8Length(headText);
  const value = encodeUtf8(FORMAT_CHARACTER + stamp + ROOM_FOR_LENGTHS + headText + text);
  writeUint32(value, 9, metadataAt);
  writeUint32(value, 13, headLength);
  return { value, body: value.subarray(FIXED + headLength), metadataAt };
}

/** Sets {@link STALE_STAMP} in a value, in place; plain JSON is unchanged. */
export function markStale(value: Uint8Array): void {
  if (value[0] === FORMAT) {
    value.set(encodeUtf8(STALE_STAMP), 1);
  }
}

/** Changes of stored JSON when it is served. */
export interface ServedForm {
  /** Text that replaces the JSON up to and including `"metadata":{`; absent: no change. */
  readonly start?: string | undefined;
  /** resourceVersion to insert; absent: none. */
  readonly revision?: number | string | undefined;
}

/** JSON for a client, copied once, with the resourceVersion inserted. */
export function toServedJson({ body, metadataAt }: EncodedObject, { start, revision }: ServedForm): Uint8Array {
  // No comma after the resourceVersion if metadata has no other field.
  const comma = body[metadataAt] === QUOTE ? COMMA : "";
  const version = revision === undefined ? "" : `"resourceVersion":${JSON.stringify(String(revision))}${comma}`;
  const inserted = start === undefined ? version : start + version;
  const kept = start === undefined ? metadataAt : 0;
  const length = utf8Length(inserted);
  const served = allocateBytes(kept + length + body.byteLength - metadataAt);
  served.set(body.subarray(0, kept));
  writeText(served, kept, inserted);
  served.set(body.subarray(metadataAt), kept + length);
  return served;
}

/** Writes ASCII text into the bytes, which is faster than an encoder for short texts. */
function writeText(bytes: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) {
      bytes.set(encodeUtf8(text), at);
      return;
    }
    bytes[at + i] = unit;
  }
}
