import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import type { ApiResponse, RequestHeaders } from "./message.ts";
import { type Connection, toConnection } from "./node-connection.ts";
import { Exchange } from "./node-exchange.ts";
import type { Listening } from "./node-listening.ts";
import {
  acceptsGzip,
  compress,
  encodeHeaders,
  type Sendable,
  STALL_TIMEOUT_MS,
  writePieces,
} from "./node-write-body.ts";

/** Without a stream for so long, a connection is closed. Kubernetes' own figure. */
const IDLE_TIMEOUT_MS = 90_000;
const MAX_STREAMS = 250;
const MAX_HEADER_BYTES = 1024 * 1024;
const STREAM_WINDOW_BYTES = 256 * 1024;
/** For all streams of a connection together. */
const CONNECTION_WINDOW_BYTES = 4 * 1024 * 1024;
/** Node refuses new streams to a connection that holds more than this, what waits to be sent included. */
const MAX_SESSION_MEGABYTES = 256;
/** What fits into a client's usual window is on its way at once and needs no watching. */
const WATCHED_FROM_BYTES = 64 * 1024;

/** HTTP/2 by the stream API: the one that looks like HTTP/1.1 costs a third of the requests. */
export function createHttp2Server(listening: Listening): Http2Server {
  const server = createServer({
    maxSessionMemory: MAX_SESSION_MEGABYTES,
    settings: {
      maxConcurrentStreams: MAX_STREAMS,
      maxHeaderListSize: MAX_HEADER_BYTES,
      initialWindowSize: STREAM_WINDOW_BYTES,
      enablePush: false,
    },
  });
  server.on("sessionError", () => {});
  server.on("session", (session: ServerHttp2Session) => {
    const connection = toConnection(session.socket as TLSSocket);
    listening.sessions.add(session);
    session.once("close", () => listening.sessions.delete(session));
    session.on("error", () => session.destroy());
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    const use: Use = { open: 0 };
    closeWhenIdle(session, use);
    session.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, raw: string[]) => {
      void serveStream(listening, connection, { stream, headers, raw, use });
    });
  });
  return server;
}

/** A watch may be silent for long; a connection that nobody uses may not. */
function closeWhenIdle(session: ServerHttp2Session, use: Use): void {
  session.setTimeout(IDLE_TIMEOUT_MS, () => {
    if (use.open === 0) {
      session.close();
    }
  });
}

/** How many requests of a connection are being answered. */
interface Use {
  open: number;
}

interface Opened {
  readonly stream: ServerHttp2Stream;
  readonly headers: IncomingHttpHeaders;
  readonly raw: readonly string[];
  readonly use: Use;
}

async function serveStream(listening: Listening, connection: Connection, opened: Opened): Promise<void> {
  const { stream, headers, raw, use } = opened;
  stream.on("error", ignore);
  use.open++;
  const exchange = new Exchange({
    method: headers[":method"] as string,
    target: headers[":path"] ?? "/",
    headers: headers as RequestHeaders,
    rawHeaders: raw,
    connection,
    incoming: stream,
    outgoing: stream,
  });
  try {
    await answer(listening, exchange, { stream, response: await listening.handle(exchange) });
  } catch (error) {
    listening.onBroken(error);
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
  use.open--;
}

/** What happens to a stream is known from its closing. */
function ignore(): void {}

interface Answered {
  readonly stream: ServerHttp2Stream;
  readonly response: ApiResponse;
}

async function answer(listening: Listening, exchange: Exchange, { stream, response }: Answered): Promise<void> {
  if (response.isEventStream === true) {
    listening.eventStreams.add(exchange);
    stream.once("close", () => listening.eventStreams.delete(exchange));
  }
  const isZipped = response.body !== undefined && acceptsGzip(exchange.headers["accept-encoding"]);
  await send(stream, exchange.method, isZipped ? await compress(response) : response);
}

async function send(stream: ServerHttp2Stream, method: string, { status, headers, body }: Sendable): Promise<void> {
  if (stream.destroyed || stream.closed) {
    await abandon(body);
    return;
  }
  encodeHeaders(headers);
  const sent = headers as OutgoingHttpHeaders;
  sent[":status"] = status;
  dropConnectionHeaders(sent);
  if (body === undefined || method === "HEAD") {
    stream.respond(sent, { endStream: true });
    await abandon(body);
  } else if (body instanceof Uint8Array) {
    sent["content-length"] = body.byteLength;
    stream.respond(sent);
    stream.end(body);
    if (body.byteLength > WATCHED_FROM_BYTES) {
      stream.setTimeout(STALL_TIMEOUT_MS, () => stream.close(constants.NGHTTP2_CANCEL));
    }
  } else {
    stream.respond(sent);
    await sendPieces(stream, body);
  }
  closeUnread(stream);
}

/** Changes the headers: HTTP/2 knows no such ones. Only where they are, because deleting makes an object slow. */
function dropConnectionHeaders(headers: OutgoingHttpHeaders): void {
  for (const name of ["transfer-encoding", "connection"]) {
    if (headers[name] !== undefined) {
      delete headers[name];
    }
  }
}

async function sendPieces(stream: ServerHttp2Stream, body: AsyncIterable<Uint8Array>): Promise<void> {
  if (await writePieces(stream, body)) {
    stream.end();
  }
}

/** An answer that does not wait for the whole body tells the client to stop sending it. */
function closeUnread(stream: ServerHttp2Stream): void {
  if (!stream.readableEnded && !stream.endAfterHeaders) {
    stream.once("finish", () => {
      if (!stream.readableEnded) {
        stream.close(constants.NGHTTP2_NO_ERROR);
      }
    });
  }
}

/** Lets go of a body that nobody reads. */
async function abandon(body: Sendable["body"]): Promise<void> {
  if (body !== undefined && !(body instanceof Uint8Array)) {
    await body[Symbol.asyncIterator]().return?.();
  }
}
