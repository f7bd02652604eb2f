import { constants, createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { TLSSocket } from "node:tls";
import { IDLE_MS, MAX_HEADER_BYTES, MAX_HEADERS, MAX_STREAMS, STREAM_WINDOW_BYTES } from "../http2/limits.ts";
import type { RequestHeaders } from "../message.ts";
import { type Connection, toConnection } from "./node-connection.ts";
import { Exchange } from "./node-exchange.ts";
import { acceptsGzip, type Sendable } from "./node-gzip.ts";
import type { Http2Server } from "./node-http2.ts";
import { type Listening, trackEventStream } from "./node-listening.ts";
import { encodeHeaders, STALL_TIMEOUT_MS, writePieces } from "./node-write-body.ts";

/** :method, :path, :scheme and :authority. */
const PSEUDO_HEADERS = 4;

type StreamEvent = [
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: readonly string[],
];

/** HTTP/2 server of Node: the fallback if Kiln's own has a bug. Takes twice its processor time. */
export function createBuiltinHttp2Server(listening: Listening): Http2Server {
  const server = createServer({
    settings: {
      maxConcurrentStreams: MAX_STREAMS,
      initialWindowSize: STREAM_WINDOW_BYTES,
      maxHeaderListSize: MAX_HEADER_BYTES,
    },
    maxHeaderListPairs: MAX_HEADERS + PSEUDO_HEADERS,
  });
  server.on("sessionError", () => {});
  return {
    accept(socket: TLSSocket) {
      const client = toConnection(socket);
      let open = 0;
      server.once("session", (session) => {
        listening.connections.add(session);
        session.once("close", () => listening.connections.delete(session));
        session.setTimeout(IDLE_MS, () => open > 0 || session.close());
        session.on("stream", (...[stream, headers, , rawHeaders]: StreamEvent) => {
          open++;
          stream.once("close", () => open--);
          stream.on("error", () => {});
          void serveStream(listening, stream, toExchange(stream, { headers, rawHeaders, client }));
        });
      });
      server.emit("connection", socket);
    },
    close: () => {},
  };
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly client: Connection;
}

function toExchange(stream: ServerHttp2Stream, { headers, rawHeaders, client }: Received): Exchange {
  const { ":method": method = "GET", ":path": target = "/", ":authority": host, ":scheme": _, ...rest } = headers;
  const isPseudo = (i: number) => rawHeaders[i - (i % 2)]?.startsWith(":");
  return new Exchange({
    method,
    target,
    headers: { ...(host === undefined ? {} : { host }), ...rest } as RequestHeaders,
    rawHeaders: rawHeaders.filter((_text, i) => !isPseudo(i)),
    connection: client,
    incoming: stream,
    outgoing: stream,
  });
}

async function serveStream(listening: Listening, stream: ServerHttp2Stream, exchange: Exchange): Promise<void> {
  stream.once("finish", () => {
    exchange.end();
    // The remaining body of a request that does not use it is not read.
    if (!stream.readableEnded) {
      stream.close(constants.NGHTTP2_NO_ERROR);
    }
  });
  try {
    const answer = await listening.handle(exchange);
    if (answer.isEventStream === true) {
      trackEventStream(listening, exchange, stream);
    }
    const isZipped = answer.body !== undefined && acceptsGzip(exchange.headers["accept-encoding"]);
    await send(stream, isZipped ? await listening.compressor.compress(answer) : answer, exchange.method === "HEAD");
  } catch (error) {
    if (!stream.destroyed) {
      listening.onBroken(error);
      // Not close(): once the earlier chunks are written, Node would end the stream as if it were complete.
      stream.destroy(new Error("the answer broke off", { cause: error }));
    }
  }
}

async function send(stream: ServerHttp2Stream, { status, headers, body }: Sendable, isHead: boolean): Promise<void> {
  encodeHeaders(headers);
  if (body instanceof Uint8Array) {
    headers["content-length"] = String(body.byteLength);
  }
  const isPieces = body !== undefined && !(body instanceof Uint8Array);
  if (stream.destroyed || isHead || body === undefined) {
    if (!stream.destroyed) {
      stream.respond({ ...headers, ":status": status }, { endStream: true });
    }
    if (isPieces) {
      await body[Symbol.asyncIterator]().return?.();
    }
    return;
  }
  stream.respond({ ...headers, ":status": status });
  if (!isPieces) {
    stream.setTimeout(STALL_TIMEOUT_MS, () => stream.close(constants.NGHTTP2_CANCEL));
    stream.end(body);
  } else if (await writePieces(stream, body)) {
    stream.end();
  }
}
