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
 * Record head: data of an object for selectors, counts and collectors, stored before its JSON so that they need not
 * parse it.
 */
export interface Head {
  readonly uid: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Values of the selectable fields, by JSON path. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Uids of the owners. */
  readonly owners?: readonly string[];
  /** Owners with blockOwnerDeletion. */
  readonly blocks?: readonly string[];
  readonly deleting?: true;
  /** Finalizers that hold the deletion; absent if there are none. */
  readonly finalizers?: readonly string[];
}

/**
 * A value of the store, opened. Layout: format byte 1, eight bytes of stamp, two big-endian 32-bit lengths (where
 * metadata begins inside the JSON, how long the head is), the head, the JSON. A value that begins with `{` is plain
 * JSON that another program wrote: it has no stamp and is never served as it is.
 */
export interface StoredValue {
  readonly stamp: string;
  readonly headBytes?: Uint8Array;
  /** The object's JSON without resourceVersion; a view, never change it. */
  readonly body: Uint8Array;
  /** Offset after `"metadata":{` in the body: the resourceVersion is inserted there. */
  readonly metadataAt: number;
}

/** Stamp of a value that was converted for a reader, and is never stored. */
export const CONVERTED_STAMP = "as-asked";

/** A stamp that no schema has, for values that must be decoded through the schema all the same. */
export const NO_STAMP = "--------";

/**
 * Like {@link NO_STAMP}, and the next write is not to be skipped, whatever it changes: an old key sealed the value, or
 * Kubernetes would have stored less.
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

/** A stored object as a tree that the caller owns, in the version and with the fields it was stored with. */
export function decodeStoredValue(value: Uint8Array): JsonObject {
  return decodeStoredJson(openStoredValue(value).body);
}

/** Whether a value is complete, by its own bytes: for values without a checksum. Encrypted ones are always complete. */
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
 * Offset after `"metadata":{` in a value, or -1 if the value was not written under this stamp. Makes no objects: lists
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

/** Length of a head with nothing but a uid: `{"uid":""}` and 36 characters. */
const UID_HEAD_LENGTH = 46;

/** Whether a record head has neither labels nor fields, owners or finalizers. Checks its length only. */
export function hasOnlyUid(value: Uint8Array): boolean {
  return value[0] === FORMAT && readUint32(value, 13) <= UID_HEAD_LENGTH;
}

/** JSON of the record head; undefined for a value without one. */
export function readHeadText(value: Uint8Array): string | undefined {
  return value[0] === FORMAT ? decodeUtf8(value.subarray(FIXED, FIXED + readUint32(value, 13))) : undefined;
}

/** Undefined for a value without a record head. */
export function readHead(value: Uint8Array): Head | undefined {
  const text = readHeadText(value);
  return text === undefined ? undefined : (JSON.parse(text) as Head);
}

export function parseHead(stored: StoredValue): Head | undefined {
  return stored.headBytes === undefined ? undefined : (JSON.parse(decodeUtf8(stored.headBytes)) as Head);
}

/** An object's JSON, ready to be stored and to be served: encoded once for both. */
export interface EncodedObject {
  readonly body: Uint8Array;
  readonly metadataAt: number;
}

/** The object's JSON with apiVersion, kind and metadata in front and without resourceVersion. */
export function encodeObject(object: JsonObject): EncodedObject {
  const { text, metadataAt } = printObject(object);
  return { body: encodeUtf8(text), metadataAt };
}

interface PrintedObject {
  readonly text: string;
  /** Counts bytes, not characters. */
  readonly metadataAt: number;
}

const METADATA_START = '"metadata":{';

function printObject(object: JsonObject): PrintedObject {
  const text = printJson(arrange(object));
  // The text before is quoted, where a quote would be escaped.
  const metadataAt = text.indexOf(METADATA_START) + METADATA_START.length;
  return { text, metadataAt: utf8Length(text.slice(0, metadataAt)) };
}

/** The object itself, if its keys are in the usual order; otherwise a copy of its first level. */
function arrange(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata)) {
    return arrangeWith(object, {});
  }
  if (metadata.resourceVersion === undefined) {
    return isArranged(object) ? object : arrangeWith(object, metadata);
  }
  // Undefined fields are not printed; deleting the field would make the object slow to print.
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

/** A value for the store, and the object's JSON in it. */
export interface SealedObject extends EncodedObject {
  readonly value: Uint8Array;
}

/** Encodes the object with its record head into one buffer; a write spends most of its time here. */
export function sealObject(object: JsonObject, head: Head, stamp: string): SealedObject {
  const { text, metadataAt } = printObject(object);
  const headText = JSON.stringify(head);
  const headLength = utf8Length(headText);
  const value = encodeUtf8(FORMAT_CHARACTER + stamp + ROOM_FOR_LENGTHS + headText + text);
  writeUint32(value, 9, metadataAt);
  writeUint32(value, 13, headLength);
  return { value, body: value.subarray(FIXED + headLength), metadataAt };
}

/** Changes the value, if it is a sealed one: sets {@link STALE_STAMP}. */
export function markStale(value: Uint8Array): void {
  if (value[0] === FORMAT) {
    value.set(encodeUtf8(STALE_STAMP), 1);
  }
}

/** Changes of stored JSON for a response. */
export interface ServedForm {
  /** Replaces the stored JSON up to and including `"metadata":{`; absent: that stays. */
  readonly start?: string | undefined;
  /** Absent: no resourceVersion. */
  readonly revision?: number | string | undefined;
}

/** JSON for a client: one copy, with the resourceVersion inserted. */
export function toServedJson({ body, metadataAt }: EncodedObject, { start, revision }: ServedForm): Uint8Array {
  // An empty metadata object cannot have a comma behind the first field.
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

/** Changes the bytes. Short ASCII texts are written faster than encoded. */
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
