import { createHeaderDecoder, createHuffmanDecoder, type HuffmanDecoder } from "@kiln/wire";
import { FrameTap } from "./frame-tap.ts";
import { type RequestKind, requestKind } from "./request-kind.ts";
import type { TrafficCount } from "./traffic-count.ts";

/** Counts what passes on one connection. */
export interface ConnectionTap {
  up(chunk: Buffer): void;
  down(chunk: Buffer): void;
  /** Whatever was open is so no more. */
  close(): void;
}

/** A request under way, and its answer's status once that is known. */
interface Exchange {
  readonly kind: RequestKind;
  status?: string;
}

const MAX_HEADER_BYTES = 1 << 20;
const MAX_HEADERS = 1000;

export function tapConnection(
  count: TrafficCount,
  decodeHuffman: HuffmanDecoder = createHuffmanDecoder(),
): ConnectionTap {
  const open = new Map<number, Exchange>();
  const limits = { maxBytes: MAX_HEADER_BYTES, maxHeaders: MAX_HEADERS };
  const decodeRequest = createHeaderDecoder({ decodeHuffman, ...limits });
  const decodeAnswer = createHeaderDecoder({ decodeHuffman, ...limits });
  const finish = (stream: number) => {
    const exchange = open.get(stream);
    open.delete(stream);
    if (exchange?.status !== undefined) {
      count.end(exchange.kind, exchange.status);
    }
  };
  const client = new FrameTap(
    {
      onHeaders(stream, block) {
        const headers = new Map(decodeRequest(block).headers);
        const kind = requestKind(headers.get(":method") ?? "", headers.get(":path") ?? "/");
        open.set(stream, { kind });
        count.begin(kind);
      },
      // A request that is sent whole is not over yet: its answer is.
      onEnd: (stream, isReset) => (isReset ? finish(stream) : undefined),
    },
    true,
  );
  const server = new FrameTap(
    {
      // Every block is decoded, also those of no interest: a decoder that misses one is lost for the rest.
      onHeaders(stream, block) {
        const status = decodeAnswer(block).headers.find(([name]) => name === ":status")?.[1];
        const exchange = open.get(stream);
        if (exchange !== undefined && status !== undefined) {
          exchange.status = status;
          count.answer(exchange.kind, status);
        }
      },
      onEnd: (stream) => finish(stream),
    },
    false,
  );
  return {
    up(chunk) {
      count.up(chunk.byteLength);
      client.read(chunk);
    },
    down(chunk) {
      count.down(chunk.byteLength);
      server.read(chunk);
    },
    close: () => [...open.keys()].forEach(finish),
  };
}
