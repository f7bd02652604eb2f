import { type ClientRequest, type ClientResponse, ConnectionError, type Headers, type Transport } from "@kiln/client";
import { CLUSTER_PATH, KEY_HEADER, KEY_PROTOCOL, STREAM_PATH, STREAM_PROTOCOL } from "../proxy/names.ts";
import { createByteQueue } from "./byte-queue.ts";
import { ConsoleError, throwProblem } from "./session.ts";

export interface BrowserTransportOptions {
  readonly key: string;
  /** Prefix of every path: empty, or `/clusters/NAME` for a fork. */
  readonly prefix: string;
  readonly fetch: typeof fetch;
  /** Origin of WebSockets, such as `ws://HOST:PORT`. */
  readonly socketOrigin: string;
  readonly WebSocket: typeof WebSocket;
}

/**
 * Transport of the page: requests by fetch, watches by WebSocket. A {@link ConsoleError} is an error of the console
 * itself.
 */
export function createBrowserTransport(options: BrowserTransportOptions): Transport {
  return {
    send: (request) =>
      /[?&]watch=(true|1)\b/.test(request.target) ? openStream(request, options) : sendRequest(request, options),
    close() {},
  };
}

async function sendRequest(
  { method, target, headers, body, signal }: ClientRequest,
  { key, prefix, fetch }: BrowserTransportOptions,
): Promise<ClientResponse> {
  const { "user-agent": _, ...sent } = headers;
  let response: Response;
  try {
    response = await fetch(CLUSTER_PATH + prefix + target, {
      method,
      headers: { ...sent, [KEY_HEADER]: key },
      ...(body === undefined ? {} : { body: body as BodyInit }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new ConnectionError("kiln console does not answer: it has stopped", { cause: error });
  }
  await throwConsoleProblem(response);
  return { status: response.status, headers: toHeaders(response), body: readChunks(response, signal) };
}

/**
 * Throws for an error response of the console; an unreachable cluster is a ConnectionError, as with every other
 * transport.
 */
async function throwConsoleProblem(response: Response): Promise<void> {
  try {
    await throwProblem(response);
  } catch (error) {
    throw error instanceof ConsoleError && error.problem === "unreachable"
      ? new ConnectionError(error.message, { cause: error })
      : error;
  }
}

function toHeaders(response: Response): Headers {
  return Object.fromEntries([...response.headers].map(([name, value]) => [name.toLowerCase(), value]));
}

/** Chunks of a stream, read without `for await`, which not every browser supports on streams. */
async function* readChunks(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    return;
  }
  let isDone = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value;
    }
    isDone = true;
  } catch (error) {
    isDone = true;
    signal?.throwIfAborted();
    throw new ConnectionError("the answer ended early", { cause: error });
  } finally {
    // The reader stopped early: the unread part is canceled.
    if (!isDone) {
      await reader.cancel().catch(() => {});
    }
  }
}

/** First message of a watch: status and headers of the response. */
interface StreamHead {
  readonly status?: number;
  readonly headers?: Headers;
  readonly text?: string;
}

function openStream(
  { target, headers, signal }: ClientRequest,
  { key, prefix, socketOrigin, WebSocket }: BrowserTransportOptions,
): Promise<ClientResponse> {
  const query = new URLSearchParams({ target: prefix + target, accept: headers.accept ?? "application/json" });
  const protocols = [STREAM_PROTOCOL, KEY_PROTOCOL + key];
  const socket = new WebSocket(`${socketOrigin}${STREAM_PATH}?${query}`, protocols);
  socket.binaryType = "arraybuffer";
  const queue = createByteQueue(() => socket.close());
  signal?.addEventListener("abort", () => {
    socket.close();
    queue.end();
  });
  return new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string") {
        queue.push(new Uint8Array(data as ArrayBuffer));
        return;
      }
      const head = JSON.parse(data) as StreamHead;
      if (head.status === undefined) {
        reject(new ConnectionError(head.text ?? "the cluster does not answer"));
      } else {
        resolve({ status: head.status, headers: head.headers ?? {}, body: queue.chunks });
      }
    };
    socket.onclose = () => {
      queue.end();
      reject(new ConnectionError("the watch was not opened"));
    };
  });
}
