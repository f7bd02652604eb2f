import {
  createProtobufReader,
  createProtobufWriter,
  type ProtobufReader,
  type ProtobufWriter,
  readBool,
  readBytes,
  readInt64,
  readMessage,
  readTag,
  readText,
  skipField,
  takeBytes,
  writeBytesField,
  writeIntegerField,
  writeMessageField,
  writeTextField,
} from "@kiln/api/protobuf";

/** A key as etcd holds it. `key` and `value` are views of the message they came in. */
export interface KeyValue {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly modRevision: number;
  readonly version: number;
}

/** Range of keys from `key` up to, not including, `rangeEnd`; without `rangeEnd`, the single key `key`. */
export interface RangeRequest {
  readonly key: Uint8Array;
  readonly rangeEnd?: Uint8Array;
  readonly limit?: number;
  /** Revision to read at; 0 or absent: the newest one, as a linearizable read. */
  readonly revision?: number;
  readonly countOnly?: boolean;
}

export interface RangeResponse {
  readonly revision: number;
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
  /** Number of all keys in the range, whatever the limit. */
  readonly count: number;
}

/** A compare of `modRevision` or of `version` with those of the key; 0 means that the key does not exist. */
export interface Compare {
  readonly key: Uint8Array;
  readonly modRevision?: number;
  readonly version?: number;
}

export type RequestOp =
  | { readonly put: { readonly key: Uint8Array; readonly value: Uint8Array; readonly lease?: bigint } }
  | { readonly delete: Uint8Array }
  | { readonly range: RangeRequest };

export interface TxnRequest {
  readonly compare: Compare;
  readonly success: RequestOp;
  readonly failure: RequestOp;
}

/** `range` is the response of the range request that ran, if one did. */
export interface TxnResponse {
  readonly revision: number;
  readonly succeeded: boolean;
  readonly range?: RangeResponse;
}

export interface WatchCreateRequest {
  readonly key: Uint8Array;
  readonly rangeEnd: Uint8Array;
  readonly startRevision: number;
  readonly previous: boolean;
}

export interface WatchEvent {
  readonly deleted: boolean;
  readonly kv: KeyValue;
  readonly previous?: KeyValue;
}

export interface WatchResponse {
  readonly revision: number;
  readonly created: boolean;
  readonly canceled: boolean;
  readonly compactRevision: number;
  readonly cancelReason: string;
  readonly events: readonly WatchEvent[];
}

const compareTargets = { version: 0, modRevision: 2 } as const;
const noBytes: Uint8Array = new Uint8Array(0);

// Fields are written from the last to the first, as the writer requires.

export function encodeRangeRequest(request: RangeRequest): Uint8Array {
  const writer = createProtobufWriter(96 + request.key.length * 2);
  putRange(writer, request);
  return takeBytes(writer);
}

export function encodeTxnRequest(request: TxnRequest): Uint8Array {
  const value = "put" in request.success ? request.success.put.value.length : 0;
  const writer = createProtobufWriter(128 + value + request.compare.key.length * 3);
  writeMessageField(writer, 3, () => putRequestOp(writer, request.failure));
  writeMessageField(writer, 2, () => putRequestOp(writer, request.success));
  writeMessageField(writer, 1, () => putCompare(writer, request.compare));
  return takeBytes(writer);
}

export function encodePutRequest(put: { readonly key: Uint8Array; readonly value: Uint8Array }): Uint8Array {
  const writer = createProtobufWriter(32 + put.key.length + put.value.length);
  writeBytesField(writer, 2, put.value);
  writeBytesField(writer, 1, put.key);
  return takeBytes(writer);
}

export function encodeCompactionRequest(revision: number): Uint8Array {
  return encodeNumber(revision);
}

export function encodeLeaseGrantRequest(ttlSeconds: number): Uint8Array {
  return encodeNumber(ttlSeconds);
}

function encodeNumber(value: number): Uint8Array {
  const writer = createProtobufWriter(32);
  putNumber(writer, 1, value);
  return takeBytes(writer);
}

export function encodeAuthenticateRequest(login: { readonly name: string; readonly password: string }): Uint8Array {
  const writer = createProtobufWriter(128);
  writeTextField(writer, 2, login.password);
  writeTextField(writer, 1, login.name);
  return takeBytes(writer);
}

/** Progress: etcd also reports its revision from time to time when nothing happens. */
export function encodeWatchCreateRequest(request: WatchCreateRequest): Uint8Array {
  const writer = createProtobufWriter(96 + request.key.length * 2);
  writeMessageField(writer, 1, () => {
    putFlag(writer, 6, request.previous);
    putFlag(writer, 4, true);
    putNumber(writer, 3, request.startRevision);
    writeBytesField(writer, 2, request.rangeEnd);
    writeBytesField(writer, 1, request.key);
  });
  return takeBytes(writer);
}

export function decodeRangeResponse(bytes: Uint8Array): RangeResponse {
  return takeRangeResponse(createProtobufReader(bytes));
}

/** Decodes a key-value pair from the database file of etcd. */
export function decodeKeyValue(bytes: Uint8Array): KeyValue {
  return takeKeyValue(createProtobufReader(bytes));
}

export function decodeTxnResponse(bytes: Uint8Array): TxnResponse {
  const reader = createProtobufReader(bytes);
  let revision = 0;
  let succeeded = false;
  let range: RangeResponse | undefined;
  while (reader.at < reader.end) {
    const tag = readTag(reader, "TxnResponse");
    if (tag >>> 3 === 1) revision = readMessage(reader, takeHeaderRevision);
    else if (tag >>> 3 === 2) succeeded = readBool(reader);
    else if (tag >>> 3 === 3) range = readMessage(reader, takeResponseOp) ?? range;
    else skipField(reader, tag & 7);
  }
  return range === undefined ? { revision, succeeded } : { revision, succeeded, range };
}

/** Revision in the header of any response; the other fields are skipped. */
export function decodeHeaderRevision(bytes: Uint8Array): number {
  const reader = createProtobufReader(bytes);
  let revision = 0;
  while (reader.at < reader.end) {
    const tag = readTag(reader, "Response");
    if (tag >>> 3 === 1) revision = readMessage(reader, takeHeaderRevision);
    else skipField(reader, tag & 7);
  }
  return revision;
}

export function decodeLeaseGrantResponse(bytes: Uint8Array): bigint {
  const reader = createProtobufReader(bytes);
  let id = 0n;
  while (reader.at < reader.end) {
    const tag = readTag(reader, "LeaseGrantResponse");
    if (tag >>> 3 === 2) id = BigInt(readInt64(reader));
    else skipField(reader, tag & 7);
  }
  return id;
}

/** The only string field of a response: the token of Authenticate, the version of Status. */
export function decodeText(bytes: Uint8Array): string {
  const reader = createProtobufReader(bytes);
  let value = "";
  while (reader.at < reader.end) {
    const tag = readTag(reader, "Response");
    if (tag >>> 3 === 2) value = readText(reader);
    else skipField(reader, tag & 7);
  }
  return value;
}

export function decodeWatchResponse(bytes: Uint8Array): WatchResponse {
  const reader = createProtobufReader(bytes);
  const events: WatchEvent[] = [];
  let [revision, compactRevision, cancelReason] = [0, 0, ""];
  let [created, canceled] = [false, false];
  while (reader.at < reader.end) {
    const tag = readTag(reader, "WatchResponse");
    const number = tag >>> 3;
    if (number === 1) revision = readMessage(reader, takeHeaderRevision);
    else if (number === 3) created = readBool(reader);
    else if (number === 4) canceled = readBool(reader);
    else if (number === 5) compactRevision = takeNumber(reader);
    else if (number === 6) cancelReason = readText(reader);
    else if (number === 11) events.push(readMessage(reader, takeWatchEvent));
    else skipField(reader, tag & 7);
  }
  return { revision, created, canceled, compactRevision, cancelReason, events };
}

/** Writes nothing for zero: a missing field means zero. */
function putNumber(writer: ProtobufWriter, field: number, value: number | bigint): void {
  if (value !== 0 && value !== 0n) writeIntegerField(writer, field, value);
}

function putFlag(writer: ProtobufWriter, field: number, value: boolean | undefined): void {
  putNumber(writer, field, value === true ? 1 : 0);
}

function putRange(writer: ProtobufWriter, request: RangeRequest): void {
  putFlag(writer, 9, request.countOnly);
  putNumber(writer, 4, request.revision ?? 0);
  putNumber(writer, 3, request.limit ?? 0);
  if (request.rangeEnd !== undefined) writeBytesField(writer, 2, request.rangeEnd);
  writeBytesField(writer, 1, request.key);
}

function putCompare(writer: ProtobufWriter, compare: Compare): void {
  const byVersion = compare.version !== undefined;
  if (byVersion) putNumber(writer, 4, compare.version);
  else putNumber(writer, 6, compare.modRevision ?? 0);
  writeBytesField(writer, 3, compare.key);
  putNumber(writer, 2, byVersion ? compareTargets.version : compareTargets.modRevision);
}

function putRequestOp(writer: ProtobufWriter, op: RequestOp): void {
  if ("range" in op) {
    writeMessageField(writer, 1, () => putRange(writer, op.range));
  } else if ("put" in op) {
    writeMessageField(writer, 2, () => {
      putNumber(writer, 3, op.put.lease ?? 0);
      writeBytesField(writer, 2, op.put.value);
      writeBytesField(writer, 1, op.put.key);
    });
  } else {
    writeMessageField(writer, 3, () => writeBytesField(writer, 1, op.delete));
  }
}

/** Number, exact within the safe integers. */
function takeNumber(reader: ProtobufReader): number {
  return Number(readInt64(reader));
}

function takeHeaderRevision(reader: ProtobufReader): number {
  let revision = 0;
  while (reader.at < reader.end) {
    const tag = readTag(reader, "ResponseHeader");
    if (tag >>> 3 === 3) revision = takeNumber(reader);
    else skipField(reader, tag & 7);
  }
  return revision;
}

function takeRangeResponse(reader: ProtobufReader): RangeResponse {
  const kvs: KeyValue[] = [];
  let [revision, more, count] = [0, false, 0];
  while (reader.at < reader.end) {
    const tag = readTag(reader, "RangeResponse");
    if (tag >>> 3 === 1) revision = readMessage(reader, takeHeaderRevision);
    else if (tag >>> 3 === 2) kvs.push(readMessage(reader, takeKeyValue));
    else if (tag >>> 3 === 3) more = readBool(reader);
    else if (tag >>> 3 === 4) count = takeNumber(reader);
    else skipField(reader, tag & 7);
  }
  return { revision, kvs, more, count };
}

function takeResponseOp(reader: ProtobufReader): RangeResponse | undefined {
  let range: RangeResponse | undefined;
  while (reader.at < reader.end) {
    const tag = readTag(reader, "ResponseOp");
    if (tag >>> 3 === 1) range = readMessage(reader, takeRangeResponse);
    else skipField(reader, tag & 7);
  }
  return range;
}

function takeKeyValue(reader: ProtobufReader): KeyValue {
  let [key, value, modRevision, version] = [noBytes, noBytes, 0, 0];
  while (reader.at < reader.end) {
    const tag = readTag(reader, "KeyValue");
    if (tag >>> 3 === 1) key = readBytes(reader);
    else if (tag >>> 3 === 3) modRevision = takeNumber(reader);
    else if (tag >>> 3 === 4) version = takeNumber(reader);
    else if (tag >>> 3 === 5) value = readBytes(reader);
    else skipField(reader, tag & 7);
  }
  return { key, value, modRevision, version };
}

function takeWatchEvent(reader: ProtobufReader): WatchEvent {
  let deleted = false;
  let kv: KeyValue = { key: noBytes, value: noBytes, modRevision: 0, version: 0 };
  let previous: KeyValue | undefined;
  while (reader.at < reader.end) {
    const tag = readTag(reader, "Event");
    if (tag >>> 3 === 1) deleted = takeNumber(reader) === 1;
    else if (tag >>> 3 === 2) kv = readMessage(reader, takeKeyValue);
    else if (tag >>> 3 === 3) previous = readMessage(reader, takeKeyValue);
    else skipField(reader, tag & 7);
  }
  return previous === undefined ? { deleted, kv } : { deleted, kv, previous };
}
