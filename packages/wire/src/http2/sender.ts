import { concatBytes, encodeUtf8, writeUint32 } from "@kiln/api";
import type { HeaderEncoder, SentHeaders } from "./encode-headers.ts";
import {
  DEFAULT_MAX_FRAME_BYTES,
  DEFAULT_WINDOW_BYTES,
  ErrorCode,
  Flag,
  FrameType,
  Http2Fault,
  MAX_WINDOW_BYTES,
} from "./frames.ts";
import { Outbox, type Wire } from "./outbox.ts";
import type { Http2Stream } from "./stream.ts";

export interface SenderOptions {
  readonly wire: Wire;
  readonly schedule: (callback: () => void) => void;
  readonly monotonicMs: () => number;
  readonly encodeHeaders: HeaderEncoder;
}

/** Maximum bytes of one stream in a write while others wait. */
const TURN_BYTES = 16 * 1024;
/**
 * Time in which the client must read at least {@link MIN_PROGRESS_BYTES} of a stream; otherwise the stream is reset.
 */
export const STALLED_MS = 60_000;

const NOTHING = new Uint8Array();

/** Output to the client: control frames at once, bodies as far as flow control and the socket allow. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #outbox: Outbox;
  /** Streams with output that wait for flow control. */
  readonly #waiting = new Set<Http2Stream>();
  #window = DEFAULT_WINDOW_BYTES;
  /** Initial window of a new stream. */
  streamWindow = DEFAULT_WINDOW_BYTES;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#outbox = new Outbox({ ...options, onSent: () => this.#pumpWaiting() });
  }

  /** Bytes that the client has not read. */
  get stuckBytes(): number {
    return this.#outbox.waiting;
  }

  sendHead(stream: Http2Stream, status: number, headers: SentHeaders): void {
    const block = this.#options.encodeHeaders(status, headers);
    let type: number = FrameType.headers;
    for (let at = 0; at < block.byteLength; at += DEFAULT_MAX_FRAME_BYTES) {
      const end = Math.min(block.byteLength, at + DEFAULT_MAX_FRAME_BYTES);
      const flags = end === block.byteLength ? Flag.endHeaders : 0;
      this.#outbox.add({ type, flags, stream: stream.id }, block.subarray(at, end));
      type = FrameType.continuation;
    }
  }

  /** Sends the stream's output as far as flow control allows now, and the remaining output later. */
  pump(stream: Http2Stream): void {
    if (this.#isFull && stream.outgoing !== undefined && stream.outgoing.bytes.byteLength > 0) {
      this.#wait(stream);
    } else {
      this.#give(stream, Number.POSITIVE_INFINITY);
    }
  }

  forget(stream: Http2Stream): void {
    this.#waiting.delete(stream);
  }

  /** Called when the client extends the window of a stream, or of the connection. */
  widen(stream: Http2Stream | undefined, bytes: number): void {
    const window = (stream?.sendWindow ?? this.#window) + bytes;
    if (window > MAX_WINDOW_BYTES) {
      throw new Http2Fault(ErrorCode.flowControl, "flow-control window above 2^31-1", stream?.id);
    }
    if (stream === undefined) {
      this.#window = window;
      this.#pumpWaiting();
    } else {
      stream.sendWindow = window;
      this.pump(stream);
    }
  }

  /** Sets the initial window of new streams, and changes the windows of open ones by the difference to the old value. */
  setStreamWindow(bytes: number, streams: Iterable<Http2Stream>): void {
    const more = bytes - this.streamWindow;
    this.streamWindow = bytes;
    for (const stream of [...streams]) {
      if (stream.sendWindow + more > MAX_WINDOW_BYTES) {
        throw new Http2Fault(ErrorCode.flowControl, "flow-control window above 2^31-1");
      }
      stream.sendWindow += more;
      this.pump(stream);
    }
  }

  sendSettings(payload: Uint8Array): void {
    this.#outbox.add({ type: FrameType.settings, flags: 0, stream: 0 }, payload);
  }

  acknowledgeSettings(): void {
    this.#outbox.add({ type: FrameType.settings, flags: Flag.ack, stream: 0 }, NOTHING);
  }

  acknowledgePing(payload: Uint8Array): void {
    this.#outbox.add({ type: FrameType.ping, flags: Flag.ack, stream: 0 }, payload);
  }

  /** Sends WINDOW_UPDATE, which lets the client send that many more bytes. */
  sendWindowUpdate(stream: number, bytes: number): void {
    this.#outbox.add({ type: FrameType.windowUpdate, flags: 0, stream }, uint32s(bytes));
  }

  sendReset(stream: number, code: number): void {
    this.#outbox.add({ type: FrameType.reset, flags: 0, stream }, uint32s(code));
  }

  sendGoAway(lastStream: number, code: number, why: string): void {
    const payload = concatBytes([uint32s(lastStream, code), encodeUtf8(why)]);
    this.#outbox.add({ type: FrameType.goAway, flags: 0, stream: 0 }, payload);
  }

  /** Ends the connection after the output sent so far. */
  end(): void {
    this.#outbox.end();
  }

  /** Resets streams that the client does not read; closes the connection if it reads nothing at all. */
  sweep(streams: Iterable<Http2Stream>): void {
    const untilMs = this.#options.monotonicMs() - STALLED_MS;
    for (const stream of [...streams]) {
      if (stream.movedMs !== undefined && stream.movedMs < untilMs) {
        stream.reset(ErrorCode.cancel);
      }
    }
    if ((this.#outbox.writingSinceMs ?? untilMs) < untilMs) {
      this.#options.wire.destroy();
    }
    this.#outbox.shrink();
  }

  /** Whether no stream may send now. */
  get #isFull(): boolean {
    return this.#window <= 0 || this.#outbox.room <= 0;
  }

  #wait(stream: Http2Stream): void {
    stream.movedMs ??= this.#options.monotonicMs();
    this.#waiting.add(stream);
  }

  /** Round robin, so that a large response does not delay small ones. */
  #pumpWaiting(): void {
    for (const stream of this.#waiting) {
      if (this.#isFull) {
        return;
      }
      // An unfinished stream is queued again after all others.
      this.#waiting.delete(stream);
      this.#give(stream, TURN_BYTES);
    }
  }

  #give(stream: Http2Stream, most: number): void {
    const { outgoing } = stream;
    if (outgoing === undefined) {
      return;
    }
    const { bytes, isLast } = outgoing;
    const turnEnd = Math.min(bytes.byteLength, outgoing.at + most);
    do {
      const allowed = Math.min(this.#window, stream.sendWindow, this.#outbox.room, DEFAULT_MAX_FRAME_BYTES);
      const end = Math.min(turnEnd, outgoing.at + Math.max(0, allowed));
      if (end === outgoing.at && bytes.byteLength > 0) {
        break;
      }
      const flags = isLast && end === bytes.byteLength ? Flag.endStream : 0;
      this.#outbox.add({ type: FrameType.data, flags, stream: stream.id }, bytes.subarray(outgoing.at, end));
      this.#window -= end - outgoing.at;
      stream.sendWindow -= end - outgoing.at;
      stream.countTaken(end - outgoing.at);
      outgoing.at = end;
    } while (outgoing.at < turnEnd);
    if (outgoing.at === bytes.byteLength) {
      stream.finishOutgoing();
    } else if (stream.sendWindow > 0) {
      this.#wait(stream);
    } else {
      stream.movedMs ??= this.#options.monotonicMs();
    }
  }
}

function uint32s(...numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  for (const [i, number] of numbers.entries()) {
    writeUint32(bytes, i * 4, number);
  }
  return bytes;
}
