import type { Readable } from "node:stream";
import { ByteCollector } from "@kiln/api";
import {
  type ApiRequest,
  BodyTooLarge,
  ClientGone,
  EXCHANGE_OVER,
  type PeerCertificate,
  type RequestHeaders,
} from "../message.ts";
import type { ChunkPace } from "./chunk-turns.ts";
import type { Connection } from "./node-connection.ts";

/** Request and response streams of Node. An exchange over HTTP/1.1 and one over HTTP/2 differ in these only. */
export interface ExchangeOptions {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly rawHeaders: readonly string[];
  readonly connection: Connection;
  /** Body of the request. */
  readonly incoming: Readable;
  /** Counts the chunks of the body; absent for HTTP/2, where other streams share the connection. */
  readonly pace?: ChunkPace;
  /** Emits `close` when the exchange is over. */
  readonly outgoing: { once(event: "close", listener: () => void): unknown; readonly destroyed: boolean };
}

/** One HTTP request on a socket and its response. */
export class Exchange implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly rawHeaders: readonly string[];
  readonly peerCertificate: PeerCertificate | undefined;
  readonly remoteAddress: string | undefined;
  readonly #incoming: Readable;
  readonly #outgoing: ExchangeOptions["outgoing"];
  readonly #pace: ChunkPace | undefined;
  #controller: AbortController | undefined;
  #whenOver: (() => void)[] | undefined;
  #isOver = false;

  constructor(options: ExchangeOptions) {
    this.method = options.method;
    this.target = options.target;
    this.headers = options.headers;
    this.rawHeaders = options.rawHeaders;
    this.peerCertificate = options.connection.peerCertificate;
    this.remoteAddress = options.connection.remoteAddress;
    this.#incoming = options.incoming;
    this.#outgoing = options.outgoing;
    this.#pace = options.pace;
  }

  readBody(maxBytes: number): Promise<Uint8Array> {
    const announced = Number(this.headers["content-length"] ?? 0);
    return readAll(this.#incoming, { maxBytes, announced, pace: this.#pace });
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      this.whenOver(() => controller.abort(EXCHANGE_OVER));
    }
    return this.#controller.signal;
  }

  whenOver(listener: () => void): void {
    if (this.#isOver || this.#outgoing.destroyed) {
      listener();
      return;
    }
    if (this.#whenOver === undefined) {
      this.#whenOver = [];
      this.#outgoing.once("close", () => this.end());
    }
    this.#whenOver.push(listener);
  }

  /** Called when everything is sent or the client has disconnected. May be called more than once. */
  end(): void {
    this.#isOver = true;
    const listeners = this.#whenOver ?? [];
    this.#whenOver = undefined;
    for (const listener of listeners) {
      listener();
    }
  }

  /** Aborts {@link signal}. */
  abort(): void {
    this.#controller?.abort(EXCHANGE_OVER);
  }
}

interface Reading {
  readonly maxBytes: number;
  readonly announced: number;
  readonly pace: ChunkPace | undefined;
}

function readAll(incoming: Readable, { maxBytes, announced, pace }: Reading): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (announced > maxBytes) {
      reject(new BodyTooLarge(`${announced} bytes announced`));
      return;
    }
    let isWhole = false;
    // Every request emits close in the end: the error is created only if needed.
    const gone = () => {
      pace?.end();
      if (!isWhole) {
        reject(new ClientGone("the body ended early"));
      }
    };
    if (incoming.destroyed) {
      gone();
      return;
    }
    const body = new ByteCollector(announced);
    pace?.begin();
    incoming.on("data", (chunk: Uint8Array) => {
      if (body.length + chunk.byteLength > maxBytes) {
        incoming.removeAllListeners("data");
        incoming.pause();
        reject(new BodyTooLarge(`more than ${maxBytes} bytes`));
        return;
      }
      body.add(chunk);
      pace?.count(chunk.byteLength);
    });
    incoming.once("end", () => {
      isWhole = true;
      pace?.end();
      resolve(body.take());
    });
    incoming.once("error", gone);
    incoming.once("aborted", gone);
    incoming.once("close", gone);
  });
}
