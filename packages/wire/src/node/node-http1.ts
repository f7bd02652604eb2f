import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server } from "node:http";
import type { TLSSocket } from "node:tls";
import { HEADERS_TIMEOUT_MS, MAX_HEADER_BYTES, MAX_HEADERS } from "../http2/limits.ts";
import type { RequestHeaders } from "../message.ts";
import { ChunkPace, ChunkTurns } from "./chunk-turns.ts";
import { type Connection, endSoon, isCertificateError, toConnection } from "./node-connection.ts";
import { Exchange, type ExchangeOptions } from "./node-exchange.ts";
import { acceptsGzip, type Sendable } from "./node-gzip.ts";
import {
  explainParserError,
  explainRefusal,
  Http1Answers,
  METHOD_NOT_ALLOWED,
  type Opened,
  printRefusal,
} from "./node-http1-refusal.ts";
import { type Listening, trackEventStream } from "./node-listening.ts";
import {
  asksForWebSocket,
  explainBadHandshake,
  hasBody,
  openPlainResponse,
  switchProtocols,
  type Upgrade,
} from "./node-upgrade.ts";
import type { WatchSockets } from "./node-websocket.ts";
import { encodeHeaders, STALL_BYTES, STALL_TIMEOUT_MS, writePieces } from "./node-write-body.ts";
import { countOpenHeaders, type OpenHeaders } from "./open-headers.ts";
import { ParserFeed } from "./parser-feed.ts";

const REQUEST_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 90_000;
const CHECK_INTERVAL_MS = 5_000;

/** HTTP/1.1 server without a port of its own: its sockets are passed to it. */
export function createHttp1Server(listening: Listening): Server {
  const connections = new WeakMap<TLSSocket, Http1Connection>();
  const chunkTurns = new ChunkTurns((callback) => void setImmediate(callback));
  const connectionOf = (socket: TLSSocket) => {
    const known = connections.get(socket);
    if (known !== undefined) {
      return known;
    }
    const connection = openConnection(socket, listening, chunkTurns);
    connections.set(socket, connection);
    return connection;
  };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      const connection = connectionOf(request.socket as TLSSocket);
      connection.headers.close();
      const refusal = explainRefusal(request, MAX_HEADERS);
      if (refusal !== undefined) {
        connection.answers.refuse(refusal);
      } else {
        const opened = { request, response };
        connection.answers.add(opened, () => void serveRequest(listening, connection, opened));
        // Deferred until the received bytes are parsed: most bodies are complete by then.
        queueMicrotask(() => pauseUnread(request));
      }
    },
  );
  // Called after Node's own listener, which attaches the parser.
  server.on("connection", connectionOf);
  // One more than allowed, to detect it: Node drops further headers silently, which would change the request.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.on("clientError", (error, socket: TLSSocket) => {
    if (!isCertificateError(socket, error)) {
      connectionOf(socket).answers.refuse(explainParserError(error));
    }
  });
  server.on("connect", (_request, socket: TLSSocket) => {
    const { feed, answers } = connectionOf(socket);
    feed.stop();
    answers.refuse(METHOD_NOT_ALLOWED);
  });
  // The library is loaded with the first WebSocket: most servers never see one.
  let opened: Promise<WatchSockets> | undefined;
  const watchSockets = () => {
    opened ??= import("./node-websocket.ts").then(({ createWatchSockets }) => createWatchSockets());
    return opened;
  };
  server.on("upgrade", (request: IncomingMessage, socket: TLSSocket, head: Buffer) => {
    const connection = connectionOf(socket);
    const upgrade = { request, socket, head: Buffer.concat([head, connection.feed.stop()]) };
    connection.headers.close();
    const refusal = explainRefusal(request, MAX_HEADERS);
    if (refusal !== undefined) {
      connection.answers.refuse(refusal);
    } else if (!connection.answers.isIdle) {
      connection.answers.refuse("400 Bad Request: upgrade before the answers to earlier requests");
    } else if (hasBody(request)) {
      connection.answers.refuse("400 Bad Request: upgrade with a body");
    } else {
      void serveUpgrade({ listening, connection, watchSockets }, upgrade);
    }
  });
  // Node starts to look for slow clients when a server listens; this server never does, its connections are passed to
  // it.
  server.emit("listening");
  return server;
}

interface Http1Connection extends Connection {
  readonly answers: Http1Answers;
  readonly headers: OpenHeaders;
  readonly feed: ParserFeed;
  /** Exchanges in progress; several if requests are pipelined. */
  readonly exchanges: Set<Exchange>;
  readonly pace: ChunkPace;
}

function openConnection(socket: TLSSocket, listening: Listening, chunkTurns: ChunkTurns): Http1Connection {
  const answers = new Http1Answers(socket, () => feed.resumeIfHeld());
  const headers = countOpenHeaders(socket, {
    total: listening.openHeaders,
    isInBody: () => answers.isInBody,
    refuse: () => answers.refuse("431 Request Header Fields Too Large"),
  });
  const feed = new ParserFeed(socket, {
    isFull: () => answers.isFull,
    isRefused: () => answers.isRefused,
    onParsed: (bytes) => headers.count(bytes),
  });
  closeWithoutStacks(socket);
  return {
    ...toConnection(socket),
    answers,
    headers,
    feed,
    exchanges: trackExchanges(socket),
    pace: new ChunkPace(chunkTurns, socket, () => performance.now()),
  };
}

/** Node does not report a response that is queued after another when the socket closes. */
function trackExchanges(socket: TLSSocket): Set<Exchange> {
  const exchanges = new Set<Exchange>();
  socket.once("close", () => {
    for (const exchange of exchanges) {
      exchange.end();
    }
  });
  return exchanges;
}

/**
 * When a connection closes, Node creates an error for each request without a response, up to thousands of a pipelined
 * packet. Their stacks are never read and cost more than everything else of these requests.
 */
function closeWithoutStacks(socket: TLSSocket): void {
  let limit = Error.stackTraceLimit;
  socket.prependOnceListener("close", () => {
    limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  // Added after Node's own listener, which creates the errors.
  socket.once("close", () => {
    Error.stackTraceLimit = limit;
  });
}

async function serveRequest(listening: Listening, connection: Http1Connection, opened: Opened): Promise<void> {
  const { request, response } = opened;
  response.on("error", () => response.destroy());
  const exchange = toExchange(opened, connection);
  connection.exchanges.add(exchange);
  exchange.whenOver(() => connection.exchanges.delete(exchange));
  response.once("finish", () => exchange.end());
  try {
    const answer = await listening.handle(exchange);
    if (answer.isEventStream === true) {
      trackEventStream(listening, exchange, response);
    }
    if (listening.isClosing || !request.complete) {
      answer.headers.connection = "close";
    }
    const isZipped = answer.body !== undefined && acceptsGzip(exchange.headers["accept-encoding"]);
    await send(opened, isZipped ? await listening.compressor.compress(answer) : answer);
  } catch (error) {
    if (!response.destroyed && !request.socket.destroyed) {
      listening.onBroken(error);
    }
    response.destroy();
  }
}

function toExchange(
  { request, response }: { readonly request: IncomingMessage; readonly response: ExchangeOptions["outgoing"] },
  connection: Http1Connection,
): Exchange {
  return new Exchange({
    method: request.method ?? "GET",
    target: request.url ?? "/",
    headers: request.headers as RequestHeaders,
    rawHeaders: request.rawHeaders,
    connection,
    incoming: request,
    pace: connection.pace,
    outgoing: response,
  });
}

interface UpgradeServing {
  readonly listening: Listening;
  readonly connection: Http1Connection;
  readonly watchSockets: () => Promise<WatchSockets>;
}

/**
 * A watch becomes a WebSocket, and a response that switches protocols gets the connection; any other request is
 * answered as if it had no upgrade header.
 */
async function serveUpgrade(serving: UpgradeServing, upgrade: Upgrade): Promise<void> {
  const { listening, connection, watchSockets } = serving;
  const { request, socket } = upgrade;
  const isWebSocket = asksForWebSocket(request);
  const badHandshake = isWebSocket ? explainBadHandshake(request) : undefined;
  if (badHandshake !== undefined) {
    endSoon(socket, printRefusal(`400 Bad Request: ${badHandshake}`));
    return;
  }
  socket.on("error", () => socket.destroy());
  const exchange = toExchange({ request, response: socket }, connection);
  try {
    const answer = await listening.handle(exchange);
    if (answer.join !== undefined) {
      trackEventStream(listening, exchange, socket);
      switchProtocols(upgrade, answer);
      return;
    }
    if (answer.isEventStream !== true || !isWebSocket) {
      await send({ request, response: openPlainResponse(upgrade) }, answer);
      return;
    }
    trackEventStream(listening, exchange, socket);
    await (await watchSockets()).send(upgrade, answer);
  } catch (error) {
    listening.onBroken(error);
    socket.destroy();
  }
}

async function send({ request, response }: Opened, { status, headers, body }: Sendable): Promise<void> {
  encodeHeaders(headers);
  if (body instanceof Uint8Array && body.byteLength > STALL_BYTES && request.method !== "HEAD") {
    response.writeHead(status, { ...headers, "content-length": body.byteLength } as OutgoingHttpHeaders);
    if (await writePieces(response, [body])) {
      response.end(() => closeUnread(request));
    }
    return;
  }
  if (body === undefined || body instanceof Uint8Array) {
    response.writeHead(status, { ...headers, "content-length": body?.byteLength ?? 0 } as OutgoingHttpHeaders);
    response.setTimeout(STALL_TIMEOUT_MS);
    response.end(request.method === "HEAD" ? undefined : body, () => closeUnread(request));
    return;
  }
  response.writeHead(status, headers as OutgoingHttpHeaders);
  // Sends the headers at once: they show the client that the watch has begun.
  response.flushHeaders();
  if (await writePieces(response, body)) {
    response.end(() => closeUnread(request));
  }
}

/** Closes the connection instead of reading the remaining body of a request that does not use it. */
function closeUnread(request: IncomingMessage): void {
  if (!request.complete) {
    request.socket.pause();
    request.socket.destroySoon();
  }
}

/** Stops receiving a body until it is read: each chunk, even of one byte, would be kept as an object. */
function pauseUnread(request: IncomingMessage): void {
  if (!request.complete && request.readableFlowing !== true) {
    request.socket.pause();
  }
}
