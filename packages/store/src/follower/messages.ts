import { readNumber, writeNumber } from "../lmdb/layout.ts";
import type { LogPosition } from "../lmdb/write-log.ts";
import type { Revision } from "../store.ts";
import { StoreError, type StoreErrorCode } from "../store-error.ts";
import type { WriteRequest } from "../write-request.ts";

/** Kinds of frames. From the follower: write, acknowledge, request. From the owner: the others. */
export const frameKinds = {
  /** A write: number, type, expected revision, time to live, key, value. Answered by number. */
  write: 1,
  /** The follower refuses reads before this revision: the owner may remove history that only such reads need. */
  acknowledge: 2,
  /** One of {@link ownerRequests}: number, name, revision. Answered by number. */
  request: 3,
  /**
   * Position of the log when the channel opens. Only one batch comes before it: the writes that the tables do not
   * contain yet.
   */
  position: 4,
  /** A durable batch, encoded as in the journal. */
  batch: 5,
  /** Writes moved to the tables, or history was compacted. */
  settled: 6,
  /** Answer of a write or request: its number, and the revision. */
  answer: 7,
  /** Error of a write or request: its number, and the StoreError as JSON. */
  refusal: 8,
} as const;

const writeTypes = ["create", "replace", "delete"] as const;
export const ownerRequests = ["checkHealth", "compact"] as const;
export type OwnerRequest = (typeof ownerRequests)[number];

export interface NumberedWrite {
  readonly number: number;
  readonly request: WriteRequest;
}

const writeHeadBytes = 23;

/** Number (4), type (1), expected revision or 0 (8), milliseconds to live or 0 (8), bytes of the key (2), key, value. */
export function encodeWrite(number: number, { type, key, value, expected, ttlSeconds }: WriteRequest): Buffer {
  const keyBytes = Buffer.byteLength(key);
  const bytes = Buffer.allocUnsafe(writeHeadBytes + keyBytes + (value?.length ?? 0));
  bytes.writeUInt32BE(number, 0);
  bytes[4] = writeTypes.indexOf(type);
  writeNumber(bytes, expected ?? 0, 5);
  writeNumber(bytes, ttlSeconds === undefined ? 0 : Math.ceil(ttlSeconds * 1000), 13);
  bytes.writeUInt16BE(keyBytes, 21);
  bytes.write(key, writeHeadBytes, "utf8");
  if (value !== undefined) bytes.set(value, writeHeadBytes + keyBytes);
  return bytes;
}

/** The value is copied: it lives as long as its event, longer than the received chunk. */
export function decodeWrite(bytes: Buffer): NumberedWrite {
  const type = writeTypes[bytes[4]!]!;
  const ttlMs = readNumber(bytes, 13);
  const valueStart = writeHeadBytes + bytes.readUInt16BE(21);
  const key = bytes.toString("utf8", writeHeadBytes, valueStart);
  const request: WriteRequest = {
    type,
    key,
    ...(type === "delete" ? {} : { value: Buffer.from(bytes.subarray(valueStart)) }),
    ...(type === "create" ? {} : { expected: readNumber(bytes, 5) }),
    ...(ttlMs === 0 ? {} : { ttlSeconds: ttlMs / 1000 }),
  };
  return { number: bytes.readUInt32BE(0), request };
}

export function encodeRequest(number: number, name: OwnerRequest, revision: Revision): Buffer {
  const bytes = Buffer.allocUnsafe(13);
  bytes.writeUInt32BE(number, 0);
  bytes[4] = ownerRequests.indexOf(name);
  return writeNumber(bytes, revision, 5);
}

export function decodeRequest(bytes: Buffer): { readonly number: number; name: OwnerRequest; revision: Revision } {
  return { number: bytes.readUInt32BE(0), name: ownerRequests[bytes[4]!]!, revision: readNumber(bytes, 5) };
}

export function encodePosition({ revision, drained, indexed, compacted }: LogPosition): Buffer {
  const bytes = Buffer.allocUnsafe(32);
  for (const [i, number] of [revision, drained, indexed, compacted].entries()) writeNumber(bytes, number, 8 * i);
  return bytes;
}

export function decodePosition(bytes: Buffer): LogPosition {
  return {
    revision: readNumber(bytes, 0),
    drained: readNumber(bytes, 8),
    indexed: readNumber(bytes, 16),
    compacted: readNumber(bytes, 24),
  };
}

export function encodeRevision(revision: Revision): Buffer {
  return writeNumber(Buffer.allocUnsafe(8), revision);
}

export function encodeAnswer(number: number, revision: Revision): Buffer {
  const bytes = Buffer.allocUnsafe(12);
  bytes.writeUInt32BE(number, 0);
  return writeNumber(bytes, revision, 4);
}

export function encodeRefusal(number: number, error: StoreError): Buffer {
  const { code, message, oldest, key, revision } = error;
  const text = JSON.stringify({ code, message, oldest, key, revision });
  const bytes = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
  bytes.writeUInt32BE(number, 0);
  bytes.write(text, 4);
  return bytes;
}

export function decodeRefusal(bytes: Buffer): StoreError {
  const { code, message, ...rest } = JSON.parse(bytes.toString("utf8", 4)) as {
    readonly code: StoreErrorCode;
    readonly message: string;
  };
  return new StoreError(code, message, rest);
}
