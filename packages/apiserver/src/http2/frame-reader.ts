import { decodeBytewise } from "@kiln/api";
import { concatBytes } from "../concat-bytes.ts";
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

/** What a client says, whole and without padding. */
export type Frame =
  /** `size` counts the padding, because the windows do. */
  | { type: "data"; stream: number; isLast: boolean; bytes: Uint8Array; size: number }
  | { type: "headers"; stream: number; isLast: boolean; block: Uint8Array }
  | { type: "reset"; stream: number }
  | { type: "settings"; payload: Uint8Array }
  | { type: "ping"; payload: Uint8Array }
  | { type: "goAway" }
  | { type: "windowUpdate"; stream: number; bytes: number }
  /** Says nothing that matters here. */
  | { type: "nothing" };

/** Reads the frames of one connection from what arrives. Throws a {@link Http2Fault}. */
export type FrameReader = (chunk: Uint8Array, take: (frame: Frame) => void) => void;

/** A block of headers, of which the rest is still to come. */
interface HeaderBlock {
  readonly stream: number;
  readonly isLast: boolean;
  readonly fragments: Uint8Array[];
  size: number;
}

export interface FrameReaderOptions {
  /** Longer blocks of headers are refused unread. */
  readonly maxBlockBytes: number;
}

/** A block in more pieces than this means to do harm. */
const MAX_FRAGMENTS = 128;
const NOTHING = new Uint8Array();

export function createFrameReader({ maxBlockBytes }: FrameReaderOptions): FrameReader {
  let rest: Uint8Array = NOTHING;
  let isBegun = false;
  let open: HeaderBlock | undefined;

  const toFrame = (head: FrameHead, payload: Uint8Array): Frame => {
    if ((head.type === FrameType.continuation) !== (open !== undefined) || (open && open.stream !== head.stream)) {
      throw protocolFault("a frame comes out of order");
    }
    if (open === undefined && head.type !== FrameType.headers) {
      return decodeFrame(head, payload);
    }
    open ??= { stream: head.stream, isLast: (head.flags & Flag.endStream) !== 0, fragments: [], size: 0 };
    addFragment(open, head.type === FrameType.headers ? dropPriority(head, payload) : payload, maxBlockBytes);
    if ((head.flags & Flag.endHeaders) === 0) {
      return { type: "nothing" };
    }
    const { stream, isLast, fragments } = open;
    open = undefined;
    const block = concatBytes(fragments);
    return { type: "headers", stream, isLast, block };
  };

  return (chunk, take) => {
    const bytes = rest.byteLength === 0 ? chunk : concatBytes([rest, chunk]);
    let at = 0;
    if (!isBegun) {
      at = readPreface(bytes);
      isBegun = at > 0;
    }
    while (isBegun && bytes.byteLength - at >= FRAME_HEAD_BYTES) {
      const head = readFrameHead(bytes, at);
      checkSize(head);
      const end = at + FRAME_HEAD_BYTES + head.length;
      if (end > bytes.byteLength) {
        break;
      }
      take(toFrame(head, bytes.subarray(at + FRAME_HEAD_BYTES, end)));
      at = end;
    }
    rest = at === bytes.byteLength ? NOTHING : bytes.subarray(at);
  };
}

/** How long the preface is, or 0 if the rest of it is still to come. */
function readPreface(bytes: Uint8Array): number {
  const text = decodeBytewise(bytes.subarray(0, PREFACE.length));
  if (!PREFACE.startsWith(text)) {
    throw protocolFault("this is not HTTP/2");
  }
  return text.length === PREFACE.length ? PREFACE.length : 0;
}

/** How long the payload of a kind of frame is, where it has one length. */
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
    throw new Http2Fault(ErrorCode.frameSize, "a frame is of another size");
  }
  if (stream === 0 ? OF_STREAMS.has(type) : OF_CONNECTIONS.has(type)) {
    throw protocolFault("a frame is on the wrong stream");
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
    case FrameType.pushPromise:
      throw protocolFault("only servers promise");
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
    throw protocolFault("a frame has more padding than room");
  }
  return payload.subarray(1, payload.byteLength - padding);
}

const PRIORITY_BYTES = 5;

/** What a client wishes of the order of answers has no say. */
function dropPriority(head: FrameHead, payload: Uint8Array): Uint8Array {
  const content = dropPadding(head, payload);
  if ((head.flags & Flag.priority) === 0) {
    return content;
  }
  if (content.byteLength < PRIORITY_BYTES) {
    throw new Http2Fault(ErrorCode.frameSize, "a frame is of another size");
  }
  if (readUint31(content, 0) === head.stream) {
    throw protocolFault("a stream depends on itself");
  }
  return content.subarray(PRIORITY_BYTES);
}

/** Changes the block. */
function addFragment(block: HeaderBlock, fragment: Uint8Array, maxBytes: number): void {
  block.size += fragment.byteLength;
  block.fragments.push(fragment);
  if (block.size > maxBytes || block.fragments.length > MAX_FRAGMENTS) {
    throw new Http2Fault(ErrorCode.enhanceYourCalm, "the headers are too large");
  }
}

function protocolFault(message: string): Http2Fault {
  return new Http2Fault(ErrorCode.protocol, message);
}
