import { concatBytes } from "@kiln/api";
import { Budget } from "./budget.ts";
import { createHeaderDecoder, type HeaderDecoder } from "./decode-headers.ts";
import { DroppedBytes } from "./dropped-bytes.ts";
import type { SentHeaders } from "./encode-headers.ts";
import { type Frame, FrameReader } from "./frame-reader.ts";
import { DEFAULT_WINDOW_BYTES, ErrorCode, Http2Fault, Setting } from "./frames.ts";
import type { HuffmanDecoder } from "./huffman.ts";
import {
  CONNECTION_WINDOW_BYTES,
  FIRST_REQUESTS,
  HEADERS_TIMEOUT_MS,
  IDLE_MS,
  MAX_HEADER_BYTES,
  MAX_HEADERS,
  MAX_STREAMS,
  MAX_STUCK_BYTES,
  NEXT_REQUESTS,
  STREAM_WINDOW_BYTES,
} from "./limits.ts";
import { TOO_LARGE, toRequestHead } from "./request-head.ts";
import { Sender, type SenderOptions } from "./sender.ts";
import { encodeSettings, readInitialWindow } from "./settings.ts";
import { type ClientIdentity, Http2Stream, type StreamCarrier } from "./stream.ts";

export interface ConnectionOptions extends SenderOptions {
  readonly client: ClientIdentity;
  readonly decodeHuffman: HuffmanDecoder;
  /** Shared by all connections: the bytes of headers whose end has not arrived. */
  readonly openHeaders: { bytes: number };
  /** Shared by all connections: input that arrives when the turn is full waits for {@link Http2Connection.catchUp}. */
  readonly turns: { readonly hasRoom: boolean; count(): void };
  /**
   * Called with a request whose headers are complete. Resolves when it is handled, whether or not the client is still
   * connected.
   */
  readonly serve: (stream: Http2Stream) => Promise<void>;
}

/** Server side of one client's HTTP/2 connection (RFC 9113), without a socket. */
export class Http2Connection implements StreamCarrier {
  readonly client: ClientIdentity;
  readonly #options: ConnectionOptions;
  readonly #frames: FrameReader;
  readonly #decodeHeaders: HeaderDecoder;
  readonly #sender: Sender;
  readonly #budget: Budget;
  readonly #streams = new Map<number, Http2Stream>();
  #lastStream = 0;
  /** Requests in flight, including those that the client has canceled. */
  #serving = 0;
  #window = CONNECTION_WINDOW_BYTES;
  #unacknowledged = 0;
  readonly #dropped: DroppedBytes;
  /** Received bytes that are not processed yet. */
  #backlog: Uint8Array | undefined;
  #hasSettings = false;
  #isClosing = false;
  #isOver = false;
  #usedMs: number;
  /** Time at which a header block began that is not complete yet. */
  #inHeadersMs: number | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.client = options.client;
    this.#frames = new FrameReader({ ...options, maxBlockBytes: MAX_HEADER_BYTES });
    this.#decodeHeaders = createHeaderDecoder({ ...options, maxBytes: MAX_HEADER_BYTES, maxHeaders: MAX_HEADERS });
    this.#sender = new Sender(options);
    this.#budget = new Budget(options.monotonicMs);
    this.#usedMs = options.monotonicMs();
    this.#dropped = new DroppedBytes(options.monotonicMs);
    this.#sender.sendSettings(
      encodeSettings([
        [Setting.maxStreams, MAX_STREAMS],
        [Setting.initialWindow, STREAM_WINDOW_BYTES],
        [Setting.maxHeaderList, MAX_HEADER_BYTES],
      ]),
    );
    this.#sender.sendWindowUpdate(0, CONNECTION_WINDOW_BYTES - DEFAULT_WINDOW_BYTES);
  }

  /** Whether reading is paused until the client reads its responses. */
  get isStuck(): boolean {
    return this.#sender.stuckBytes > MAX_STUCK_BYTES;
  }

  /** Whether received input waits for a turn: the socket must not be read until {@link catchUp} has processed it. */
  get isBehind(): boolean {
    return this.#backlog !== undefined;
  }

  /** Processes received bytes. Never throws: a client that violates the protocol gets GOAWAY and is disconnected. */
  receive(chunk: Uint8Array): void {
    const backlog = this.#backlog;
    this.#backlog = undefined;
    this.#read(backlog === undefined ? chunk : concatBytes([backlog, chunk]), FIRST_REQUESTS);
  }

  /** Processes input that waited for a turn. */
  catchUp(): void {
    const backlog = this.#backlog;
    this.#backlog = undefined;
    if (backlog !== undefined) {
      this.#read(backlog, NEXT_REQUESTS);
    }
  }

  /** Refuses further requests, and ends the connection when the last one is answered. */
  close(): void {
    if (!this.#isClosing) {
      this.#isClosing = true;
      this.#sender.sendGoAway(this.#lastStream, ErrorCode.none, "");
      this.#endIfDone();
    }
  }

  /** Called when the socket has closed. */
  lose(): void {
    this.#isOver = true;
    this.#backlog = undefined;
    this.#frames.close();
    for (const stream of [...this.#streams.values()]) {
      stream.close();
    }
  }

  /** Must be called periodically: drops clients that do not read their responses, and closes idle connections. */
  sweep(): void {
    this.#sender.sweep(this.#streams.values());
    this.#sweepHeaders();
    this.discard(0);
    if (this.#streams.size === 0 && this.#options.monotonicMs() - this.#usedMs > IDLE_MS) {
      this.close();
    }
  }

  sendHead(stream: Http2Stream, status: number, headers: SentHeaders): void {
    this.#sender.sendHead(stream, status, headers);
  }

  pump(stream: Http2Stream): void {
    this.#sender.pump(stream);
  }

  sendReset(stream: Http2Stream, code: number): void {
    this.#sender.sendReset(stream.id, code);
  }

  consume(stream: Http2Stream, bytes: number): void {
    this.#consume(bytes);
    stream.unacknowledged += bytes;
    if (stream.unacknowledged > STREAM_WINDOW_BYTES / 2 && !stream.isWhole && !stream.isClosed) {
      stream.receiveWindow += stream.unacknowledged;
      this.#sender.sendWindowUpdate(stream.id, stream.unacknowledged);
      stream.unacknowledged = 0;
    }
  }

  discard(bytes: number): void {
    this.#consume(this.#dropped.drop(bytes));
  }

  forget(stream: Http2Stream): void {
    this.#streams.delete(stream.id);
    this.#sender.forget(stream);
    this.#usedMs = this.#options.monotonicMs();
    this.#endIfDone();
  }

  #read(chunk: Uint8Array, requests: number): void {
    if (this.#isOver) {
      return;
    }
    const { turns } = this.#options;
    let left = requests;
    try {
      const take = (frame: Frame) => {
        this.#take(frame);
        if (frame.type !== "headers" || this.#isOver) {
          return !this.#isOver;
        }
        turns.count();
        return --left > 0 && turns.hasRoom;
      };
      const length = turns.hasRoom ? this.#frames.read(chunk, take) : 0;
      this.#backlog = length < chunk.byteLength && !this.#isOver ? chunk.subarray(length) : undefined;
    } catch (error) {
      this.#fail(error);
    }
  }

  #sweepHeaders(): void {
    const nowMs = this.#options.monotonicMs();
    this.#inHeadersMs = this.#frames.isInHeaders ? (this.#inHeadersMs ?? nowMs) : undefined;
    if (nowMs - (this.#inHeadersMs ?? nowMs) > HEADERS_TIMEOUT_MS) {
      this.#fail(new Http2Fault(ErrorCode.enhanceYourCalm, "header block without END_HEADERS"));
    }
  }

  #consume(bytes: number): void {
    this.#unacknowledged += bytes;
    if (this.#unacknowledged > CONNECTION_WINDOW_BYTES / 2 && !this.#isOver) {
      this.#window += this.#unacknowledged;
      this.#sender.sendWindowUpdate(0, this.#unacknowledged);
      this.#unacknowledged = 0;
    }
  }

  #endIfDone(): void {
    if (this.#isClosing && this.#streams.size === 0 && !this.#isOver) {
      this.#isOver = true;
      this.#sender.end();
    }
  }

  #fail(error: unknown): void {
    const fault = error instanceof Http2Fault ? error : new Http2Fault(ErrorCode.internal, String(error));
    this.#sender.sendGoAway(this.#lastStream, fault.code, fault.message);
    this.lose();
    this.#sender.end();
  }

  /** Handles a frame. A stream error ends that stream only. */
  #take(frame: Frame): void {
    if (this.#isOver) {
      return;
    }
    if (!this.#hasSettings && frame.type !== "settings") {
      throw new Http2Fault(ErrorCode.protocol, "first frame must be SETTINGS");
    }
    try {
      this.#dispatch(frame);
    } catch (error) {
      if (!(error instanceof Http2Fault) || error.stream === undefined) {
        throw error;
      }
      this.#budget.spendFault(error.code);
      this.#sender.sendReset(error.stream, error.code);
      this.#streams.get(error.stream)?.close();
    }
  }

  #dispatch(frame: Frame): void {
    switch (frame.type) {
      case "data":
        this.#takeData(frame);
        break;
      case "headers":
        this.#takeHeaders(frame);
        break;
      case "windowUpdate":
        this.#takeWindowUpdate(frame);
        break;
      case "reset":
        this.#takeReset(frame.stream);
        break;
      case "goAway":
        this.#budget.spend("ignored");
        this.close();
        break;
      default:
        this.#takeControl(frame);
    }
  }

  #takeControl(frame: Frame): void {
    if (frame.type === "ping") {
      this.#budget.spend("pings");
      this.#sender.acknowledgePing(frame.payload);
    } else if (frame.type === "settings") {
      this.#budget.spend("settings");
      this.#takeSettings(frame.payload);
    } else if (frame.type === "nothing") {
      this.#budget.spend("ignored");
    }
  }

  #takeSettings(payload: Uint8Array): void {
    this.#hasSettings = true;
    const window = readInitialWindow(payload);
    this.#sender.acknowledgeSettings();
    if (window !== undefined) {
      this.#sender.setStreamWindow(window, this.#streams.values());
    }
  }

  /** Stream of a frame, undefined if it is closed. Throws for a stream that the client never opened. */
  #find(id: number): Http2Stream | undefined {
    if (id > this.#lastStream) {
      throw new Http2Fault(ErrorCode.protocol, "frame for an idle stream");
    }
    return this.#streams.get(id);
  }

  #takeReset(id: number): void {
    const stream = this.#find(id);
    this.#budget.spendReset(stream);
    stream?.close();
  }

  #takeWindowUpdate({ stream: id, bytes }: Frame & { type: "windowUpdate" }): void {
    if (bytes === 0) {
      throw new Http2Fault(ErrorCode.protocol, "WINDOW_UPDATE with increment 0", id === 0 ? undefined : id);
    }
    this.#budget.spendWindowUpdate(bytes);
    if (id === 0) {
      this.#sender.widen(undefined, bytes);
      return;
    }
    const stream = this.#find(id);
    if (stream !== undefined) {
      this.#sender.widen(stream, bytes);
    }
  }

  #takeData({ stream: id, isLast, bytes, size }: Frame & { type: "data" }): void {
    this.#window -= size;
    if (this.#window < 0) {
      throw new Http2Fault(ErrorCode.flowControl, "flow-control window exceeded");
    }
    const stream = this.#find(id);
    if (stream === undefined || stream.isWhole) {
      // The client may have sent the frame before it received the end of the stream.
      this.discard(size);
      throw new Http2Fault(ErrorCode.streamClosed, "frame on a closed stream", id);
    }
    stream.receiveWindow -= size;
    if (stream.receiveWindow < 0) {
      throw new Http2Fault(ErrorCode.flowControl, "flow-control window exceeded", id);
    }
    if (!isLast) {
      this.#budget.spendData(bytes.byteLength, stream);
    }
    stream.receive(bytes);
    if (stream.isDecided) {
      this.discard(size - bytes.byteLength);
    } else {
      this.consume(stream, size - bytes.byteLength);
    }
    if (isLast) {
      stream.receiveEnd();
    }
  }

  /** Every block is decoded, because the next ones may refer to it. */
  #takeHeaders({ stream: id, isLast, block }: Frame & { type: "headers" }): void {
    const { headers, isTooLarge, count } = this.#decodeHeaders(block);
    this.#budget.spendHeaders(count, block.byteLength);
    if (id <= this.#lastStream) {
      this.#takeTrailers(id, isLast && headers.every(([name]) => !name.startsWith(":")));
      return;
    }
    if (id % 2 === 0) {
      throw new Http2Fault(ErrorCode.protocol, "client stream ids must be odd");
    }
    this.#lastStream = id;
    if (this.#isClosing || this.#streams.size >= MAX_STREAMS || this.#serving >= 2 * MAX_STREAMS) {
      throw new Http2Fault(ErrorCode.refusedStream, "SETTINGS_MAX_CONCURRENT_STREAMS exceeded", id);
    }
    const head = toRequestHead(isTooLarge ? TOO_LARGE : headers);
    if (typeof head === "string") {
      throw new Http2Fault(ErrorCode.protocol, head, id);
    }
    const windows = { sendWindow: this.#sender.streamWindow, receiveWindow: STREAM_WINDOW_BYTES };
    const stream = new Http2Stream(this, head, { id, ...windows });
    this.#streams.set(id, stream);
    if (isLast) {
      stream.receiveEnd();
    }
    if (isTooLarge) {
      stream.respond(431, {});
      stream.end();
    } else {
      this.#serve(stream);
    }
  }

  #takeTrailers(id: number, areTrailers: boolean): void {
    const stream = this.#streams.get(id);
    if (stream === undefined || stream.isWhole) {
      throw new Http2Fault(ErrorCode.streamClosed, "frame on a closed stream", stream?.id);
    }
    if (!areTrailers) {
      throw new Http2Fault(ErrorCode.protocol, "invalid trailers", id);
    }
    stream.receiveEnd();
  }

  #serve(stream: Http2Stream): void {
    this.#serving++;
    void this.#options.serve(stream).finally(() => {
      this.#serving--;
    });
  }
}
