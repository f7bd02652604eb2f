import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { readBytes, type Transport } from "@kiln/client";
import { type WebSocket, WebSocketServer } from "ws";
import { forwardedHeaders, sendOn } from "./forward.ts";
import { STREAM_PROTOCOL } from "./names.ts";

/** Limit of a message from the page, which has nothing to send on a watch. */
const MAX_MESSAGE_BYTES = 1024;
/** Number of bytes unread by the page at which the proxy stops reading from the cluster. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const ACCEPT = "application/json";

/**
 * Watches as WebSockets. Browsers open six HTTP/1.1 connections to one server at a time, and a watch holds one for as
 * long as it runs; WebSockets do not count. The first message is the head of the cluster's answer as JSON
 * (`{"status":200,"headers":{}}`, or `{"problem":"unreachable","text":"…"}`), the others are its body.
 */
export interface WatchStreams {
  open(upgrade: WatchUpgrade): void;
  close(): void;
}

export interface WatchUpgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly target: string;
  readonly accept: string | undefined;
}

export function createWatchStreams(transport: Transport): WatchStreams {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: (names) => (names.has(STREAM_PROTOCOL) ? STREAM_PROTOCOL : false),
  });
  return {
    open({ request, socket, head, target, accept = ACCEPT }) {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const headers = { ...forwardedHeaders(request), accept };
        stream(webSocket, transport, { target, headers }).catch(() => webSocket.terminate());
      });
    },
    close() {
      for (const webSocket of server.clients) {
        webSocket.terminate();
      }
      server.close();
    },
  };
}

async function stream(
  webSocket: WebSocket,
  transport: Transport,
  { target, headers }: { readonly target: string; readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  const ended = new AbortController();
  webSocket.on("close", () => ended.abort());
  webSocket.on("error", () => webSocket.terminate());
  const answer = await sendOn(transport, { method: "GET", target, headers, signal: ended.signal });
  if ("unreachable" in answer) {
    webSocket.send(JSON.stringify({ problem: "unreachable", text: answer.unreachable }));
    webSocket.close(1000);
    return;
  }
  const type = answer.headers["content-type"];
  webSocket.send(
    JSON.stringify({ status: answer.status, headers: type === undefined ? {} : { "content-type": type } }),
  );
  if (answer.status !== 200) {
    webSocket.send(await readBytes(answer.body));
    webSocket.close(1000);
    return;
  }
  for await (const chunk of answer.body) {
    await sendChunk(webSocket, chunk);
    if (webSocket.readyState !== webSocket.OPEN) {
      return;
    }
  }
  webSocket.close(1000);
}

/** Sends a chunk; resolves when there is room for more. */
function sendChunk(webSocket: WebSocket, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    webSocket.send(chunk, () => resolve());
    if (webSocket.bufferedAmount < MAX_UNREAD_BYTES) {
      resolve();
    }
  });
}
