import { createHeaderDecoder, createHuffmanDecoder, type HuffmanDecoder } from "@kiln/wire";
import { FrameTap } from "./frame-tap.ts";
import { type RequestKind, requestKind } from "./request-kind.ts";
import type { TrafficCount } from "./traffic-count.ts";

/** Counts requests and bytes of one connection. */
export interface ConnectionTap {
  up(chunk: Buffer): void;
  down(chunk: Buffer): void;
  /** Must be called at the end of the connection: its open requests have ended. */
  close(): void;
}

/** A request in flight, and the status of its response once known. */
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
      // The end of a request's body does not end the exchange; a reset does.
      onEnd: (stream, isReset) => (isReset ? finish(stream) : undefined),
    },
    true,
  );
  const server = new FrameTap(
    {
      // Every block is decoded, because a decoder that misses one cannot decode later ones.
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
