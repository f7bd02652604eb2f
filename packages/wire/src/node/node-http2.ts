import type { TLSSocket } from "node:tls";
import { Http2Connection } from "../http2/connection.ts";
import { createHeaderEncoder } from "../http2/encode-headers.ts";
import { ErrorCode } from "../http2/frames.ts";
import { createHuffmanDecoder } from "../http2/huffman.ts";
import type { Wire } from "../http2/outbox.ts";
import type { Http2Stream } from "../http2/stream.ts";
import { Turns, type Waiting } from "../http2/turns.ts";
import type { ApiResponse } from "../message.ts";
import { forEachPiece } from "../pieces.ts";
import { endSoon, toConnection } from "./node-connection.ts";
import { acceptsGzip, type Sendable } from "./node-gzip.ts";
import type { Listening } from "./node-listening.ts";
import { encodeHeaders } from "./node-write-body.ts";

/** Interval at which connections are checked for stuck and idle ones. */
const SWEEP_MS = 5_000;

/** HTTP/2 server without a port of its own: its sockets are passed to it. */
export interface Http2Server {
  accept(socket: TLSSocket): void;
  /** Stops checking connections. */
  close(): void;
}

/**
 * Creates a server with Kiln's own HTTP/2. Node's takes several times the processor time for a request, and copies
 * every event for every watcher.
 */
export function createHttp2Server(listening: Listening): Http2Server {
  const turns = new Turns((callback) => void setImmediate(callback));
  const shared = {
    encodeHeaders: createHeaderEncoder(Date.now),
    decodeHuffman: createHuffmanDecoder(),
    openHeaders: listening.openHeaders,
    monotonicMs: () => performance.now(),
    schedule: (callback: () => void) => void setImmediate(callback),
    turns,
    serve: (stream: Http2Stream) => serveStream(listening, stream),
  };
  const connections = new Set<Http2Connection>();
  const timer = setInterval(() => {
    for (const connection of connections) {
      connection.sweep();
    }
  }, SWEEP_MS).unref();
  return {
    accept(socket) {
      const isHeld = () => connection.isStuck || connection.isBehind;
      const wire = toWire(socket, () => isHeld() || socket.resume());
      const connection = new Http2Connection({ ...shared, client: toConnection(socket), wire });
      const waiting = new PausedConnection(connection, () => isHeld() || socket.resume());
      connections.add(connection);
      listening.connections.add(connection);
      socket.on("data", (chunk: Buffer) => {
        connection.receive(chunk);
        if (isHeld()) {
          socket.pause();
        }
        if (connection.isBehind) {
          turns.wait(waiting);
        }
      });
      socket.once("close", () => {
        connections.delete(connection);
        listening.connections.delete(connection);
        connection.lose();
      });
    },
    close: () => clearInterval(timer),
  };
}

/** A connection with input left, whose socket continues once it may. */
class PausedConnection implements Waiting {
  readonly #connection: Http2Connection;
  readonly #resume: () => void;

  constructor(connection: Http2Connection, resume: () => void) {
    this.#connection = connection;
    this.#resume = resume;
  }

  get isBehind(): boolean {
    return this.#connection.isBehind;
  }

  catchUp(): void {
    this.#connection.catchUp();
    this.#resume();
  }
}

function toWire(socket: TLSSocket, onSent: () => void): Wire {
  return {
    write(bytes, done) {
      socket.write(bytes, (error) => {
        if (!error) {
          done();
          onSent();
        }
      });
    },
    end: () => endSoon(socket),
    destroy: () => socket.destroy(),
  };
}

async function serveStream(listening: Listening, stream: Http2Stream): Promise<void> {
  try {
    await answer(listening, stream, await listening.handle(stream));
  } catch (error) {
    if (!stream.isClosed) {
      listening.onBroken(error);
      stream.reset(ErrorCode.internal);
    }
  }
}

async function answer(listening: Listening, stream: Http2Stream, response: ApiResponse): Promise<void> {
  if (response.isEventStream === true) {
    listening.eventStreams.add(stream);
    stream.signal.addEventListener("abort", () => listening.eventStreams.delete(stream), { once: true });
    if (listening.isClosing) {
      stream.abort();
    }
  }
  const isZipped = response.body !== undefined && acceptsGzip(stream.headers["accept-encoding"]);
  await send(stream, isZipped ? await listening.compressor.compress(response) : response);
}

async function send(stream: Http2Stream, { status, headers, body }: Sendable): Promise<void> {
  encodeHeaders(headers);
  if (body instanceof Uint8Array) {
    headers["content-length"] = String(body.byteLength);
  }
  stream.respond(status, headers);
  if (body === undefined || body instanceof Uint8Array) {
    stream.end(stream.method === "HEAD" ? undefined : body);
  } else if (stream.method === "HEAD" || stream.isClosed) {
    stream.end();
    await body[Symbol.asyncIterator]().return?.();
  } else {
    await sendPieces(stream, body);
  }
}

async function sendPieces(stream: Http2Stream, body: AsyncIterable<Uint8Array>): Promise<void> {
  if ((await forEachPiece(body, (piece) => stream.send(piece))) === "all") {
    stream.end();
  }
}
