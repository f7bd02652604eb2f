import { ByteCollector } from "@kiln/api";
import {
  DEFAULT_MAX_FRAME_BYTES,
  ErrorCode,
  Flag,
  FRAME_HEAD_BYTES,
  type FrameHead,
  FrameType,
  Http2Fault,
  PREFACE,
  readFrameHead,
  readUint31,
} from "./frames.ts";
import { MAX_OPEN_HEADER_BYTES } from "./limits.ts";

/** A client's frame, complete and without padding. */
export type Frame =
  /** `size` counts the padding, because the windows do. */
  | { type: "data"; stream: number; isLast: boolean; bytes: Uint8Array; size: number }
  | { type: "headers"; stream: number; isLast: boolean; block: Uint8Array }
  | { type: "reset"; stream: number }
  | { type: "settings"; payload: Uint8Array }
  | { type: "ping"; payload: Uint8Array }
  | { type: "goAway" }
  | { type: "windowUpdate"; stream: number; bytes: number }
  /** Part of a header block, which is reported when complete. */
  | { type: "fragment" }
  /** A frame without effect. */
  | { type: "nothing" };

const FRAGMENT: Frame = { type: "fragment" };

/** A header block whose last CONTINUATION has not arrived. */
interface HeaderBlock {
  readonly stream: number;
  readonly isLast: boolean;
  readonly bytes: ByteCollector;
  fragments: number;
}

export interface FrameReaderOptions {
  /** Maximum size of a header block; a longer one is refused without decoding. */
  readonly maxBlockBytes: number;
  /** Shared by all connections: the bytes of headers whose end has not arrived. */
  readonly openHeaders: { bytes: number };
}

/** Maximum number of fragments of a header block: more is an attack. */
const MAX_FRAGMENTS = 128;

/** Handler of a frame; returns false to pause reading. */
type Take = (frame: Frame) => boolean;

/**
 * Reads the frames of one connection from received chunks. A frame's payload may be a view that is valid until `take`
 * returns.
 */
export class FrameReader {
  readonly #options: FrameReaderOptions;
  /** Received bytes of an incomplete frame. */
  readonly #rest = new ByteCollector(undefined);
  #prefaceAt = 0;
  #open: HeaderBlock | undefined;

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  /** Whether a header block has begun and is not complete. */
  get isInHeaders(): boolean {
    return this.#open !== undefined;
  }

  /** Returns the number of bytes read; the caller passes the other bytes again later. Throws a {@link Http2Fault}. */
  read(chunk: Uint8Array, take: Take): number {
    let at = 0;
    while (this.#prefaceAt < PREFACE.length && at < chunk.byteLength) {
      if (chunk[at++] !== PREFACE.charCodeAt(this.#prefaceAt++)) {
        throw protocolFault("invalid connection preface");
      }
    }
    while (this.#rest.length > 0 && at < chunk.byteLength) {
      at += this.#addToRest(chunk, at);
      const bytes = this.#rest.view();
      if (bytes.byteLength === sizeOfFrame(bytes)) {
        this.#rest.clear();
        if (!take(this.#toFrame(readFrameHead(bytes, 0), bytes.subarray(FRAME_HEAD_BYTES)))) {
          return at;
        }
      }
    }
    return this.#rest.length === 0 ? this.#readFrames(chunk, at, take) : at;
  }

  /** Ignores all further input. */
  close(): void {
    this.#closeBlock();
    this.#rest.drop();
  }

  /** Adds the chunk's part of an incomplete frame or frame header to `#rest`. Returns the number of bytes added. */
  #addToRest(chunk: Uint8Array, at: number): number {
    const size = Math.min(chunk.byteLength - at, sizeOfFrame(this.#rest.view()) - this.#rest.length);
    this.#rest.add(chunk.subarray(at, at + size));
    return size;
  }

  #readFrames(chunk: Uint8Array, start: number, take: Take): number {
    let at = start;
    this.#rest.drop();
    while (chunk.byteLength - at >= FRAME_HEAD_BYTES) {
      const head = readFrameHead(chunk, at);
      checkSize(head);
      const end = at + FRAME_HEAD_BYTES + head.length;
      if (end > chunk.byteLength) {
        break;
      }
      const payload = chunk.subarray(at + FRAME_HEAD_BYTES, end);
      at = end;
      if (!take(this.#toFrame(head, payload))) {
        return at;
      }
    }
    if (at < chunk.byteLength) {
      this.#rest.add(chunk.subarray(at));
    }
    return chunk.byteLength;
  }

  #toFrame(head: FrameHead, payload: Uint8Array): Frame {
    const open = this.#open;
    const isContinued = head.type === FrameType.continuation;
    if (isContinued !== (open !== undefined) || (open !== undefined && open.stream !== head.stream)) {
      throw protocolFault("unexpected frame inside a header block");
    }
    if (!isContinued && head.type !== FrameType.headers) {
      return decodeFrame(head, payload);
    }
    const fragment = isContinued ? payload : dropPriority(head, payload);
    const isWhole = (head.flags & Flag.endHeaders) !== 0;
    if (!isContinued && isWhole) {
      return { type: "headers", stream: head.stream, isLast: (head.flags & Flag.endStream) !== 0, block: fragment };
    }
    return this.#addFragment(open ?? toBlock(head), fragment, isWhole);
  }

  #addFragment(block: HeaderBlock, fragment: Uint8Array, isWhole: boolean): Frame {
    const { openHeaders, maxBlockBytes } = this.#options;
    this.#open = block;
    block.bytes.add(fragment);
    block.fragments++;
    openHeaders.bytes += fragment.byteLength;
    const isTooMuch = openHeaders.bytes > MAX_OPEN_HEADER_BYTES;
    if (isTooMuch || block.bytes.length > maxBlockBytes || block.fragments > MAX_FRAGMENTS) {
      throw new Http2Fault(ErrorCode.enhanceYourCalm, "header block too large");
    }
    if (!isWhole) {
      return FRAGMENT;
    }
    this.#closeBlock();
    return { type: "headers", stream: block.stream, isLast: block.isLast, block: block.bytes.take() };
  }

  #closeBlock(): void {
    this.#options.openHeaders.bytes -= this.#open?.bytes.length ?? 0;
    this.#open = undefined;
  }
}

/** Size of the frame; of its header while that is incomplete. */
function sizeOfFrame(bytes: Uint8Array): number {
  if (bytes.byteLength < FRAME_HEAD_BYTES) {
    return FRAME_HEAD_BYTES;
  }
  const head = readFrameHead(bytes, 0);
  checkSize(head);
  return FRAME_HEAD_BYTES + head.length;
}

function toBlock({ stream, flags }: FrameHead): HeaderBlock {
  return { stream, isLast: (flags & Flag.endStream) !== 0, bytes: new ByteCollector(undefined), fragments: 0 };
}

/** Payload lengths of the frame types that have a fixed one. */
const LENGTHS: ReadonlyMap<number, number> = new Map([
  [FrameType.priority, 5],
  [FrameType.reset, 4],
  [FrameType.ping, 8],
  [FrameType.windowUpdate, 4],
]);

const OF_STREAMS: ReadonlySet<number> = new Set([
  FrameType.data,
  FrameType.headers,
  FrameType.priority,
  FrameType.reset,
  FrameType.continuation,
]);
const OF_CONNECTIONS: ReadonlySet<number> = new Set([FrameType.settings, FrameType.ping, FrameType.goAway]);

function checkSize({ type, length, stream, flags }: FrameHead): void {
  const isAck = type === FrameType.settings && (flags & Flag.ack) !== 0;
  if (length > DEFAULT_MAX_FRAME_BYTES || (LENGTHS.get(type) ?? length) !== length || (isAck && length > 0)) {
    throw new Http2Fault(ErrorCode.frameSize, "invalid frame size");
  }
  if (stream === 0 ? OF_STREAMS.has(type) : OF_CONNECTIONS.has(type)) {
    throw protocolFault("frame on an invalid stream id");
  }
}

function decodeFrame(head: FrameHead, payload: Uint8Array): Frame {
  const { type, stream, flags } = head;
  const isAck = (flags & Flag.ack) !== 0;
  switch (type) {
    case FrameType.data: {
      const bytes = dropPadding(head, payload);
      return { type: "data", stream, isLast: (flags & Flag.endStream) !== 0, bytes, size: payload.byteLength };
    }
    case FrameType.reset:
      return { type: "reset", stream };
    case FrameType.settings:
      return isAck ? { type: "nothing" } : { type: "settings", payload };
    case FrameType.ping:
      return isAck ? { type: "nothing" } : { type: "ping", payload };
    case FrameType.goAway:
      return { type: "goAway" };
    case FrameType.windowUpdate:
      return { type: "windowUpdate", stream, bytes: readUint31(payload, 0) };
    case FrameType.priority:
      checkPriority(stream, payload);
      return { type: "nothing" };
    case FrameType.pushPromise:
      throw protocolFault("PUSH_PROMISE from a client");
    default:
      return { type: "nothing" };
  }
}

function dropPadding({ flags }: FrameHead, payload: Uint8Array): Uint8Array {
  if ((flags & Flag.padded) === 0) {
    return payload;
  }
  const padding = payload[0];
  if (padding === undefined || padding >= payload.byteLength) {
    throw protocolFault("padding exceeds the frame payload");
  }
  return payload.subarray(1, payload.byteLength - padding);
}

const PRIORITY_BYTES = 5;

/** Payload without the priority fields, which are ignored. */
function dropPriority(head: FrameHead, payload: Uint8Array): Uint8Array {
  const content = dropPadding(head, payload);
  if ((head.flags & Flag.priority) === 0) {
    return content;
  }
  if (content.byteLength < PRIORITY_BYTES) {
    throw new Http2Fault(ErrorCode.frameSize, "invalid frame size");
  }
  checkPriority(head.stream, content);
  return content.subarray(PRIORITY_BYTES);
}

function checkPriority(stream: number, priority: Uint8Array): void {
  if (readUint31(priority, 0) === stream) {
    throw protocolFault("stream depends on itself");
  }
}

function protocolFault(message: string): Http2Fault {
  return new Http2Fault(ErrorCode.protocol, message);
}
