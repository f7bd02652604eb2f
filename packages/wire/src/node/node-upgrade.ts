import { type IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import type { TLSSocket } from "node:tls";
import type { ApiResponse } from "../message.ts";
import { endSoon } from "./node-connection.ts";

const KEY = /^[+/0-9A-Za-z]{22}==$/;

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: TLSSocket;
  /** Bytes received behind the headers of the request. */
  readonly head: Buffer;
}

export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
}

/** Whether the request has a body. Node detaches the parser of an upgrade request, so the body would never be read. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Reason why the request cannot become a WebSocket, or undefined. Determined before the watch begins. */
export function explainBadHandshake({ headers }: IncomingMessage): string | undefined {
  if (headers["sec-websocket-version"] !== "13") {
    return "missing or bad WebSocket version";
  }
  return KEY.test(headers["sec-websocket-key"] ?? "") ? undefined : "missing or bad Sec-WebSocket-Key";
}

/** Sends the headers of an answer that switches protocols and hands the connection on, with the bytes behind the request. */
export function switchProtocols({ socket, head }: Upgrade, { status, headers, join }: ApiResponse): void {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((text) => `${name}: ${text}`));
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n`);
  if (head.length > 0) {
    socket.unshift(head);
  }
  join?.(socket);
}

/** Response for a request that Node detached because it asked for an upgrade, and that stays plain HTTP. */
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
