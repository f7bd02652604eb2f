import { type WebSocket, WebSocketServer } from "ws";
import type { ApiResponse } from "../message.ts";
import { TOKEN_PROTOCOL } from "../token-protocol.ts";
import type { Upgrade } from "./node-upgrade.ts";
import { STALL_TIMEOUT_MS } from "./node-write-body.ts";
import { splitWatchFrames, type WatchFraming } from "./split-watch-frames.ts";

/** Limit of a client's message; a longer one ends the watch. Clients send nothing on a watch. */
export const MAX_MESSAGE_BYTES = 64 * 1024;

/** A client that sends pings and does not read the pongs is cut off at this much unread data beyond one event. */
export const MAX_PONG_BYTES = 1024 * 1024;

/**
 * Pings, pongs and messages of one client: `burst` at once, and `perSecond` over time. Honest clients send a ping now
 * and then.
 */
export const MESSAGE_BUDGET = { burst: 100, perSecond: 10 };

export interface WatchSockets {
  /** Sends each event of a watch as one message, at the client's pace, and closes behind the last. */
  send(upgrade: Upgrade, answer: ApiResponse): Promise<void>;
}

export function createWatchSockets(): WatchSockets {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    autoPong: false,
    // One message a turn: thousands of pings in one packet must not keep other clients waiting.
    allowSynchronousEvents: false,
    perMessageDeflate: false,
    // Kubernetes: the bearer token among the subprotocols is a credential, not a protocol
    // (request/websocket/protocol.go AuthenticateRequest, v1.36).
    handleProtocols: (names) => [...names].find((name) => !name.startsWith(TOKEN_PROTOCOL)) ?? false,
  });
  return {
    send: ({ request, socket, head }, answer) =>
      new Promise((resolve, reject) => {
        server.handleUpgrade(request, socket, head, (webSocket) => {
          sendEvents(webSocket, answer).then(resolve, reject);
        });
      }),
  };
}

async function sendEvents(webSocket: WebSocket, { body, headers }: ApiResponse): Promise<void> {
  const framing: WatchFraming = String(headers["content-type"]).includes("json") ? "lines" : "lengths";
  webSocket.on("error", () => webSocket.terminate());
  const receive = createReceiver(webSocket);
  webSocket.on("message", receive);
  webSocket.on("pong", receive);
  webSocket.on("ping", (data) => {
    if (receive() && webSocket.bufferedAmount <= MAX_PONG_BYTES) {
      webSocket.pong(data);
    } else {
      webSocket.terminate();
    }
  });
  const pieces = body as AsyncIterable<Uint8Array>;
  for await (const event of splitWatchFrames(pieces, framing)) {
    if (!(await sendOne(webSocket, event, framing === "lengths"))) {
      webSocket.terminate();
      return;
    }
  }
  webSocket.close(1000);
}

/** Counts a client's messages; false, and the connection ends, once they exceed {@link MESSAGE_BUDGET}. */
function createReceiver(webSocket: WebSocket): () => boolean {
  const { burst, perSecond } = MESSAGE_BUDGET;
  let left = burst;
  let countedMs = performance.now();
  return () => {
    const nowMs = performance.now();
    left = Math.min(burst, left + ((nowMs - countedMs) / 1000) * perSecond) - 1;
    countedMs = nowMs;
    if (left < 0) {
      webSocket.terminate();
    }
    return left >= 0;
  };
}

/** Sends a message; false if the client disconnected or read nothing for too long. */
function sendOne(webSocket: WebSocket, event: Uint8Array, binary: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), STALL_TIMEOUT_MS);
    webSocket.send(event, { binary }, (error) => {
      clearTimeout(timer);
      resolve(error === undefined || error === null);
    });
  });
}
