import {
  createReader,
  createWriter,
  nextField,
  type ProtoReader,
  type ProtoWriter,
  readBigInt,
  readBytes,
  readMessage,
  readNumber,
  skipField,
  writeBytes,
  writeFlag,
  writeMessage,
  writeNumber,
  writtenBytes,
} from "./protobuf.ts";

/** A key as etcd holds it. `key` and `value` are views of the message they came in. */
export interface KeyValue {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly modRevision: number;
  readonly version: number;
}

/** Keys from `key` up to, not including, `rangeEnd`; without it, `key` alone. */
export interface RangeRequest {
  readonly key: Uint8Array;
  readonly rangeEnd?: Uint8Array;
  readonly limit?: number;
  /** 0 or absent: now, by the whole cluster's word. */
  readonly revision?: number;
  readonly countOnly?: boolean;
}

export interface RangeResponse {
  readonly revision: number;
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
}

/** A compare of `modRevision` or of `version` with what the key has; 0 means that there is no such key. */
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

/** `range` is the answer of the one range that ran, if one did. */
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

const text = new TextDecoder();
const utf8 = new TextEncoder();

const compareTargets = { version: 0, modRevision: 2 } as const;
const noBytes: Uint8Array = new Uint8Array(0);

export function encodeRangeRequest(request: RangeRequest): Uint8Array {
  const writer = createWriter(96 + request.key.length * 2);
  putRange(writer, request);
  return writtenBytes(writer);
}

export function encodeTxnRequest(request: TxnRequest): Uint8Array {
  const value = "put" in request.success ? request.success.put.value.length : 0;
  const writer = createWriter(128 + value + request.compare.key.length * 3);
  writeMessage(writer, 1, (inner) => putCompare(inner, request.compare));
  writeMessage(writer, 2, (inner) => putRequestOp(inner, request.success));
  writeMessage(writer, 3, (inner) => putRequestOp(inner, request.failure));
  return writtenBytes(writer);
}

export function encodePutRequest(put: { readonly key: Uint8Array; readonly value: Uint8Array }): Uint8Array {
  const writer = createWriter(32 + put.key.length + put.value.length);
  writeBytes(writer, 1, put.key);
  writeBytes(writer, 2, put.value);
  return writtenBytes(writer);
}

export function encodeCompactionRequest(revision: number): Uint8Array {
  const writer = createWriter(32);
  writeNumber(writer, 1, revision);
  return writtenBytes(writer);
}

export function encodeLeaseGrantRequest(ttlSeconds: number): Uint8Array {
  const writer = createWriter(32);
  writeNumber(writer, 1, ttlSeconds);
  return writtenBytes(writer);
}

export function encodeAuthenticateRequest(login: { readonly name: string; readonly password: string }): Uint8Array {
  const writer = createWriter(128);
  writeBytes(writer, 1, utf8.encode(login.name));
  writeBytes(writer, 2, utf8.encode(login.password));
  return writtenBytes(writer);
}

/** Progress: etcd also says from time to time how far it is when nothing happens. */
export function encodeWatchCreateRequest(request: WatchCreateRequest): Uint8Array {
  const writer = createWriter(96 + request.key.length * 2);
  writeMessage(writer, 1, (inner) => {
    writeBytes(inner, 1, request.key);
    writeBytes(inner, 2, request.rangeEnd);
    writeNumber(inner, 3, request.startRevision);
    writeFlag(inner, 4, true);
    writeFlag(inner, 6, request.previous);
  });
  return writtenBytes(writer);
}

export function decodeRangeResponse(bytes: Uint8Array): RangeResponse {
  return takeRangeResponse(createReader(bytes));
}

export function decodeTxnResponse(bytes: Uint8Array): TxnResponse {
  const reader = createReader(bytes);
  let revision = 0;
  let succeeded = false;
  let range: RangeResponse | undefined;
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 1) revision = takeHeaderRevision(readMessage(reader));
    else if (field.number === 2) succeeded = readNumber(reader) !== 0;
    else if (field.number === 3) range = takeResponseOp(readMessage(reader)) ?? range;
    else skipField(reader, field);
  }
  return range === undefined ? { revision, succeeded } : { revision, succeeded, range };
}

/** For an answer of which only the revision matters. */
export function decodeHeaderRevision(bytes: Uint8Array): number {
  const reader = createReader(bytes);
  let revision = 0;
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 1) revision = takeHeaderRevision(readMessage(reader));
    else skipField(reader, field);
  }
  return revision;
}

export function decodeLeaseGrantResponse(bytes: Uint8Array): bigint {
  const reader = createReader(bytes);
  let id = 0n;
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 2) id = readBigInt(reader);
    else skipField(reader, field);
  }
  return id;
}

/** The one text of an answer: the token of Authenticate, the version of Status. */
export function decodeText(bytes: Uint8Array): string {
  const reader = createReader(bytes);
  let value = "";
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 2) value = text.decode(readBytes(reader));
    else skipField(reader, field);
  }
  return value;
}

export function decodeWatchResponse(bytes: Uint8Array): WatchResponse {
  const reader = createReader(bytes);
  const events: WatchEvent[] = [];
  let [revision, compactRevision, cancelReason] = [0, 0, ""];
  let [created, canceled] = [false, false];
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 1) revision = takeHeaderRevision(readMessage(reader));
    else if (field.number === 3) created = readNumber(reader) !== 0;
    else if (field.number === 4) canceled = readNumber(reader) !== 0;
    else if (field.number === 5) compactRevision = readNumber(reader);
    else if (field.number === 6) cancelReason = text.decode(readBytes(reader));
    else if (field.number === 11) events.push(takeWatchEvent(readMessage(reader)));
    else skipField(reader, field);
  }
  return { revision, created, canceled, compactRevision, cancelReason, events };
}

function putRange(writer: ProtoWriter, request: RangeRequest): void {
  writeBytes(writer, 1, request.key);
  if (request.rangeEnd !== undefined) writeBytes(writer, 2, request.rangeEnd);
  writeNumber(writer, 3, request.limit ?? 0);
  writeNumber(writer, 4, request.revision ?? 0);
  writeFlag(writer, 9, request.countOnly);
}

function putCompare(writer: ProtoWriter, compare: Compare): void {
  const byVersion = compare.version !== undefined;
  writeNumber(writer, 2, byVersion ? compareTargets.version : compareTargets.modRevision);
  writeBytes(writer, 3, compare.key);
  if (byVersion) writeNumber(writer, 4, compare.version);
  else writeNumber(writer, 6, compare.modRevision ?? 0);
}

function putRequestOp(writer: ProtoWriter, op: RequestOp): void {
  if ("range" in op) {
    writeMessage(writer, 1, (inner) => putRange(inner, op.range));
  } else if ("put" in op) {
    writeMessage(writer, 2, (inner) => {
      writeBytes(inner, 1, op.put.key);
      writeBytes(inner, 2, op.put.value);
      writeNumber(inner, 3, op.put.lease ?? 0);
    });
  } else {
    writeMessage(writer, 3, (inner) => writeBytes(inner, 1, op.delete));
  }
}

function takeHeaderRevision(reader: ProtoReader): number {
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 3) return readNumber(reader);
    skipField(reader, field);
  }
  return 0;
}

function takeRangeResponse(reader: ProtoReader): RangeResponse {
  const kvs: KeyValue[] = [];
  let [revision, more] = [0, false];
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 1) revision = takeHeaderRevision(readMessage(reader));
    else if (field.number === 2) kvs.push(takeKeyValue(readMessage(reader)));
    else if (field.number === 3) more = readNumber(reader) !== 0;
    else skipField(reader, field);
  }
  return { revision, kvs, more };
}

function takeResponseOp(reader: ProtoReader): RangeResponse | undefined {
  let range: RangeResponse | undefined;
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 1) range = takeRangeResponse(readMessage(reader));
    else skipField(reader, field);
  }
  return range;
}

function takeKeyValue(reader: ProtoReader): KeyValue {
  let [key, value, modRevision, version] = [noBytes, noBytes, 0, 0];
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 1) key = readBytes(reader);
    else if (field.number === 3) modRevision = readNumber(reader);
    else if (field.number === 4) version = readNumber(reader);
    else if (field.number === 5) value = readBytes(reader);
    else skipField(reader, field);
  }
  return { key, value, modRevision, version };
}

function takeWatchEvent(reader: ProtoReader): WatchEvent {
  let deleted = false;
  let kv: KeyValue = { key: noBytes, value: noBytes, modRevision: 0, version: 0 };
  let previous: KeyValue | undefined;
  for (let field = nextField(reader); field !== undefined; field = nextField(reader)) {
    if (field.number === 1) deleted = readNumber(reader) === 1;
    else if (field.number === 2) kv = takeKeyValue(readMessage(reader));
    else if (field.number === 3) previous = takeKeyValue(readMessage(reader));
    else skipField(reader, field);
  }
  return previous === undefined ? { deleted, kv } : { deleted, kv, previous };
}
