import { setMaxListeners } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, constants } from "node:http2";
import { type ClientRequest, type ClientResponse, ConnectionError, type Headers } from "./transport.ts";

/** One HTTP/2 connection. */
export interface Session {
  /** Whether one more request may be sent now. */
  hasRoom(): boolean;
  send(request: ClientRequest): Promise<ClientResponse>;
  onClose(callback: () => void): void;
  close(): void;
}

/** Maximum number of streams on one connection, also if the server has no limit. */
const MAX_STREAMS = 250;
/** Interval of pings. A dead connection is detected within the interval plus twice the timeout. */
const PING_EVERY_MS = 30_000;
/** Maximum time without a byte from the server while a ping is unanswered. */
const PING_TIMEOUT_MS = 15_000;

export function openSession(session: ClientHttp2Session): Session {
  let open = 0;
  session.on("error", () => {
    // Each stream of the session fails with the same error, and reports it.
  });
  const stopPings = startPings(session);
  session.once("close", stopPings);
  // Only requests keep the process alive, not an unused connection.
  session.unref();
  return {
    hasRoom() {
      const limit = Math.min(session.remoteSettings?.maxConcurrentStreams ?? MAX_STREAMS, MAX_STREAMS);
      return !session.closed && !session.destroyed && open < limit;
    },
    send(request) {
      open++;
      if (open === 1) {
        session.ref();
      }
      const stream = session.request(toHeaders(request), { endStream: request.body === undefined });
      stream.once("close", () => {
        open--;
        if (open === 0 && !session.destroyed) {
          session.unref();
        }
      });
      return sendOn(stream, request);
    },
    onClose: (callback) => {
      session.once("close", callback);
    },
    close: () => session.destroy(),
  };
}

/**
 * Destroys the session if nothing arrives while a ping is unanswered. A server with thousands of requests in its queue
 * answers pings late: a lost connection would send it all watches of the connection once more.
 */
function startPings(session: ClientHttp2Session): () => void {
  let checking: NodeJS.Timeout | undefined;
  const stopChecking = () => {
    clearTimeout(checking);
    checking = undefined;
  };
  const expectBytes = () => {
    const known = session.socket.bytesRead;
    checking = setTimeout(() => {
      // Bytes are read after timers: a process that was busy all the time reads here those that arrived meanwhile.
      setImmediate(() => {
        if (checking === undefined || session.destroyed) {
          return;
        }
        if (session.socket.bytesRead === known) {
          session.destroy();
        } else {
          expectBytes();
        }
      });
    }, PING_TIMEOUT_MS);
    checking.unref();
  };
  const pinging = setInterval(() => {
    const isSent = checking === undefined && !session.closed && !session.destroyed && session.ping(stopChecking);
    if (isSent) {
      expectBytes();
    }
  }, PING_EVERY_MS);
  pinging.unref();
  return () => {
    clearInterval(pinging);
    stopChecking();
  };
}

function toHeaders({ method, target, headers, body }: ClientRequest): Record<string, string | number> {
  const length = body === undefined ? {} : { "content-length": body.length };
  return { ":method": method, ":path": target, ...headers, ...length };
}

function sendOn(stream: ClientHttp2Stream, { body, signal }: ClientRequest): Promise<ClientResponse> {
  const abort = () => stream.close(constants.NGHTTP2_CANCEL);
  if (signal?.aborted) {
    abort();
  }
  if (signal !== undefined) {
    // One signal may end hundreds of watches, so Node must not warn of a leak of listeners.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", abort, { once: true });
  }
  stream.once("close", () => signal?.removeEventListener("abort", abort));
  if (body !== undefined) {
    stream.end(body);
  }
  return new Promise((resolve, reject) => {
    stream.on("error", reject);
    const fail = () => reject(new ConnectionError("the connection was closed before there was an answer"));
    stream.once("close", fail);
    stream.once("response", (headers) => {
      stream.removeListener("close", fail);
      const { ":status": status = 0 } = headers;
      resolve({ status, headers: headers as Headers, body: readStream(stream, signal) });
    });
  });
}

const EVENTS = ["readable", "end", "close"] as const;

/**
 * A stream that is reset in the middle is an error, not an end. Read by hand: the iterator of Node 24 takes a stream that
 * has arrived in full, and is not read yet, for one that was lost.
 */
async function* readStream(
  stream: ClientHttp2Stream,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let wake = () => {};
  const onEvent = () => wake();
  for (const event of EVENTS) {
    stream.on(event, onEvent);
  }
  try {
    while (!stream.readableEnded) {
      const chunk: Uint8Array | null = stream.read();
      if (chunk !== null) {
        yield chunk;
      } else if (stream.destroyed) {
        signal?.throwIfAborted();
        throw new ConnectionError("the connection was lost in the middle of an answer", { cause: stream.errored });
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    for (const event of EVENTS) {
      stream.removeListener(event, onEvent);
    }
    // Canceling a request after its response looks like abuse to servers, and some close such connections.
    if (!stream.readableEnded) {
      stream.close(constants.NGHTTP2_CANCEL);
    }
  }
  signal?.throwIfAborted();
}
