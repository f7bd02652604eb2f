import { type IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { endSoon } from "./node-connection.ts";

const KEY = /^[+/0-9A-Za-z]{22}==$/;

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: TLSSocket;
  /** Bytes that arrived behind the request. */
  readonly head: Buffer;
}

export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
}

/** Node takes such a request off its parser, so that a body behind it would never be read. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Why the request cannot become a WebSocket, or undefined. Known before the watch begins. */
export function explainBadHandshake({ headers }: IncomingMessage): string | undefined {
  if (headers["sec-websocket-version"] !== "13") {
    return "missing or bad WebSocket version";
  }
  return KEY.test(headers["sec-websocket-key"] ?? "") ? undefined : "missing or bad Sec-WebSocket-Key";
}

/** A response for a request that was taken out of Node's HTTP server by its wish to upgrade, and stays plain HTTP. */
export function openPlainResponse({ request, socket }: Upgrade): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => {
    response.detachSocket(socket);
    endSoon(socket);
  });
  return response;
}
