import { Flag, FRAME_HEADER_BYTES, FrameType, PREFACE } from "../../server/h2-frames.ts";

const CONTINUATION = 9;

/** Events in one direction of a connection. */
export interface TapEvents {
  /** Called with a complete header block. */
  onHeaders(stream: number, block: Uint8Array): void;
  /** Called when a stream has ended in this direction; after a reset, in both. */
  onEnd(stream: number, isReset: boolean): void;
}

interface Pending {
  readonly stream: number;
  readonly isLast: boolean;
  readonly fragments: Uint8Array[];
}

/** Parses the HTTP/2 frames of one direction as they pass. Other payloads are skipped, never kept. */
export class FrameTap {
  readonly #events: TapEvents;
  #head: Buffer = Buffer.alloc(0);
  #toSkip: number;
  #block: Pending | undefined;

  /** A client's direction begins with the connection preface. */
  constructor(events: TapEvents, isClient: boolean) {
    this.#events = events;
    this.#toSkip = isClient ? PREFACE.byteLength : 0;
  }

  read(chunk: Buffer): void {
    let at = Math.min(this.#toSkip, chunk.byteLength);
    this.#toSkip -= at;
    let bytes = chunk;
    if (this.#head.byteLength > 0) {
      bytes = Buffer.concat([this.#head, chunk]);
      this.#head = Buffer.alloc(0);
      at = 0;
    }
    while (at < bytes.byteLength) {
      const next = this.#readFrame(bytes, at);
      if (next === undefined) {
        this.#head = bytes.subarray(at);
        return;
      }
      at = next;
    }
  }

  /** Start of the next frame; undefined if this one is incomplete. */
  #readFrame(bytes: Buffer, at: number): number | undefined {
    if (bytes.byteLength - at < FRAME_HEADER_BYTES) {
      return undefined;
    }
    const length = bytes.readUIntBE(at, 3);
    const [type, flags, stream] = [bytes[at + 3] as number, bytes[at + 4] as number, bytes.readUInt32BE(at + 5)];
    const start = at + FRAME_HEADER_BYTES;
    const isBlock = type === FrameType.headers || type === CONTINUATION;
    if (isBlock && bytes.byteLength < start + length) {
      return undefined;
    }
    if (isBlock) {
      this.#takeBlock({ type, flags, stream }, bytes.subarray(start, start + length));
    } else if (type === FrameType.reset) {
      this.#events.onEnd(stream, true);
    } else if (type === FrameType.data && (flags & Flag.endStream) !== 0) {
      this.#events.onEnd(stream, false);
    }
    const end = Math.min(start + length, bytes.byteLength);
    this.#toSkip = start + length - end;
    return end;
  }

  #takeBlock(head: { type: number; flags: number; stream: number }, payload: Uint8Array): void {
    const { type, flags, stream } = head;
    const isFirst = type === FrameType.headers;
    const block = isFirst ? { stream, isLast: (flags & Flag.endStream) !== 0, fragments: [] } : this.#block;
    block?.fragments.push(isFirst ? fragmentOf(flags, payload) : payload);
    this.#block = block;
    if (block === undefined || (flags & Flag.endHeaders) === 0) {
      return;
    }
    this.#block = undefined;
    this.#events.onHeaders(stream, Buffer.concat(block.fragments));
    if (block.isLast) {
      this.#events.onEnd(stream, false);
    }
  }
}

const PRIORITY_BYTES = 5;

function fragmentOf(flags: number, payload: Uint8Array): Uint8Array {
  const isPadded = (flags & Flag.padded) !== 0;
  const padding = isPadded ? (payload[0] ?? 0) : 0;
  const skipped = (isPadded ? 1 : 0) + ((flags & Flag.priority) === 0 ? 0 : PRIORITY_BYTES);
  return payload.subarray(skipped, payload.byteLength - padding);
}
