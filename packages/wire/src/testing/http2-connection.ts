import { type ConnectionOptions, Http2Connection } from "../http2/connection.ts";
import { createHeaderEncoder } from "../http2/encode-headers.ts";
import { createHuffmanDecoder } from "../http2/huffman.ts";
import type { Http2Stream } from "../http2/stream.ts";
import { frame, greeting, readSent, requestBlock } from "./http2-client.ts";

const NO_TURNS: ConnectionOptions["turns"] = { hasRoom: true, count: () => {} };
const decodeHuffman = createHuffmanDecoder();

export interface Harness {
  readonly connection: Http2Connection;
  readonly streams: Http2Stream[];
  readonly clock: { nowMs: number };
  /** Bytes sent since the last call, after all due timers have run. */
  sent(): string[];
  /** Written bytes stay in flight until this is called. */
  release(): void;
  readonly openHeaders: { readonly bytes: number };
  readonly state: { isEnded: boolean; isDestroyed: boolean };
}

interface OpenOptions {
  readonly isHeld?: boolean;
  readonly openHeaders?: { bytes: number };
  readonly turns?: ConnectionOptions["turns"];
}

export function openConnection({
  isHeld = false,
  openHeaders = { bytes: 0 },
  turns = NO_TURNS,
}: OpenOptions = {}): Harness {
  const scheduled: (() => void)[] = [];
  const held: (() => void)[] = [];
  let written: Uint8Array[] = [];
  const streams: Http2Stream[] = [];
  const clock = { nowMs: 0 };
  const state = { isEnded: false, isDestroyed: false };
  const run = () => {
    for (const callback of scheduled.splice(0)) {
      callback();
    }
  };
  const connection = new Http2Connection({
    client: {},
    wire: {
      write(bytes, done) {
        written.push(Uint8Array.from(bytes));
        if (isHeld) {
          held.push(done);
        } else {
          scheduled.push(done);
        }
      },
      end: () => {
        state.isEnded = true;
      },
      destroy: () => {
        state.isDestroyed = true;
      },
    },
    schedule: (callback) => scheduled.push(callback),
    monotonicMs: () => clock.nowMs,
    encodeHeaders: createHeaderEncoder(() => 0),
    decodeHuffman,
    openHeaders,
    turns,
    serve: async (stream) => void streams.push(stream),
  });
  return {
    connection,
    streams,
    clock,
    openHeaders,
    state,
    sent() {
      while (scheduled.length > 0) {
        run();
      }
      const said = readSent(Buffer.concat(written));
      written = [];
      return said;
    },
    release() {
      for (const done of held.splice(0)) {
        done();
      }
    },
  };
}

/** A connection after both connection prefaces. */
export function openGreeted(options?: OpenOptions & { settings?: number[] }): Harness {
  const harness = openConnection(options);
  harness.connection.receive(greeting(options?.settings));
  harness.sent();
  return harness;
}

export const END = 0x1;
export const END_HEADERS = 0x4;
export const get = (stream: number): Uint8Array => frame(1, END | END_HEADERS, stream, requestBlock());
export const post = (stream: number, more?: [string, string][]): Uint8Array =>
  frame(1, END_HEADERS, stream, requestBlock("POST", more));
export const data = (stream: number, size: number, flags = 0): Uint8Array =>
  frame(0, flags, stream, new Uint8Array(size));
export const widen = (stream: number, by: number): Uint8Array =>
  frame(
    8,
    0,
    stream,
    [by >>> 24, by >>> 16, by >>> 8, by].map((b) => b & 0xff),
  );
export const ping = (): Uint8Array => frame(6, 0, 0, new Uint8Array(8));
export const reset = (stream: number): Uint8Array => frame(3, 0, stream, [0, 0, 0, 8]);
