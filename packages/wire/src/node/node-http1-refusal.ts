import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { printJson, statusGeneric } from "@kiln/api";
import { destroyLater, endSoon, hasForgedCertificate } from "./node-connection.ts";

export interface Opened {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export const METHOD_NOT_ALLOWED = "405 Method Not Allowed";

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

interface ParserError extends Error {
  readonly code?: string;
  /**
   * Bytes in which the parser failed. Complete requests may precede the refused one, and its beginning may be missing.
   */
  readonly rawPacket?: Buffer;
  /** Offset in the packet at which the parser failed. */
  readonly bytesParsed?: number;
}

/** Pipelined requests of a connection that wait for their turn; more are parsed when some have been answered. */
export const MAX_PIPELINED = 16;

/**
 * Requests and responses of one HTTP/1.1 connection: executed one at a time and in order, as in Go, up to the bytes
 * that the parser refuses.
 */
export class Http1Answers {
  readonly #socket: TLSSocket;
  readonly #onAnswered: () => void;
  readonly #waiting: (() => void)[] = [];
  readonly #open = new Set<ServerResponse>();
  #last: Opened | undefined;
  #refusal: string | undefined;

  constructor(socket: TLSSocket, onAnswered: () => void) {
    this.#socket = socket;
    this.#onAnswered = onAnswered;
  }

  /** Whether as many requests wait as may. */
  get isFull(): boolean {
    return this.#waiting.length >= MAX_PIPELINED;
  }

  /** Whether every request so far has been answered. */
  get isIdle(): boolean {
    return this.#open.size === 0 && this.#refusal === undefined;
  }

  /** Whether the parser refused bytes, or the server the request. */
  get isRefused(): boolean {
    return this.#refusal !== undefined;
  }

  /** Whether a part of a request's body has not arrived yet. */
  get isInBody(): boolean {
    return this.#last?.request.complete === false;
  }

  /**
   * Calls `execute` when the responses to all earlier requests are sent. Never calls it after a refused request, or if
   * the client has disconnected.
   */
  add(opened: Opened, execute: () => void): void {
    if (this.#refusal !== undefined) {
      return;
    }
    const { response } = opened;
    this.#last = opened;
    this.#open.add(response);
    response.once("close", () => this.#finish(response));
    if (hasForgedCertificate(this.#socket)) {
      response.once("prefinish", () => destroyLater(this.#socket));
    }
    if (this.#open.size > 1) {
      this.#waiting.push(execute);
    } else {
      execute();
    }
  }

  /**
   * Ends the connection with a fixed text after the responses to earlier requests. Nothing is executed after this:
   * bytes that the parser refused are not a request.
   */
  refuse(statusText: string): void {
    if (this.#refusal === undefined) {
      this.#refusal = statusText;
      this.#socket.on("error", () => this.#socket.destroy());
      this.#refuseIfDue();
    }
  }

  #finish(response: ServerResponse): void {
    this.#open.delete(response);
    if (!this.#socket.destroyed) {
      this.#waiting.shift()?.();
      this.#refuseIfDue();
      this.#onAnswered();
    }
  }

  #refuseIfDue(): void {
    if (this.#refusal === undefined) {
      return;
    }
    const broken = this.#last?.request.complete === false ? this.#last.response : undefined;
    for (const response of this.#open) {
      if (response !== broken) {
        return;
      }
    }
    if (!this.#socket.writable || broken?.headersSent === true) {
      this.#socket.destroy();
      return;
    }
    endSoon(this.#socket, printRefusal(this.#refusal));
  }
}

/** A complete HTTP/1.1 response after which the connection ends. */
export function printRefusal(statusText: string): string {
  const [type, body] =
    statusText === METHOD_NOT_ALLOWED
      ? ["application/json", printJson(statusGeneric(405).status)]
      : ["text/plain; charset=utf-8", statusText];
  return `HTTP/1.1 ${statusText}\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n${body}`;
}

export function explainParserError(error: ParserError): string {
  const { code = "" } = error;
  if (code === "HPE_INVALID_METHOD" && isUnknownMethod(error)) {
    return METHOD_NOT_ALLOWED;
  }
  return Object.hasOwn(STATUS_TEXTS, code) ? (STATUS_TEXTS[code] as string) : "400 Bad Request";
}

const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/1\.[01]\r\n/;

/** Whether the parser failed at a request line with a method that Node does not support. */
function isUnknownMethod({ rawPacket, bytesParsed }: ParserError): boolean {
  if (rawPacket === undefined || bytesParsed === undefined) {
    return false;
  }
  const start = rawPacket.lastIndexOf("\n", bytesParsed - 1) + 1;
  return REQUEST_LINE.test(rawPacket.toString("latin1", start));
}

/** Kubernetes: the bytes that a Host header may contain (httpguts/httplex.go ValidHostHeader, v1.36). */
const HOST = /^[0-9A-Za-z!$%&'()*+,\-.:;=[\]_~]*$/;

/**
 * Why a parsed request is refused before any handler, or undefined. Node accepts more than Go does: other versions and
 * two Host headers; headers beyond its limit are dropped silently.
 */
export function explainRefusal(request: IncomingMessage, maxHeaders: number): string | undefined {
  if (request.httpVersionMajor !== 1) {
    return "505 HTTP Version Not Supported: unsupported protocol version";
  }
  const { rawHeaders } = request;
  if (rawHeaders.length > 2 * maxHeaders) {
    return "431 Request Header Fields Too Large";
  }
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if ((rawHeaders[i] as string).length === 4 && (rawHeaders[i] as string).toLowerCase() === "host") {
      hosts++;
    }
  }
  if (hosts > 1) {
    return "400 Bad Request: too many Host headers";
  }
  return HOST.test(request.headers.host ?? "") ? undefined : "400 Bad Request: malformed Host header";
}
