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
import type { Connection } from "./node-connection.ts";

interface Pausable {
  pause(): unknown;
  resume(): unknown;
}

/** So many chunks of a body are taken before others have their turn: libuv reads up to 2 MiB at a time. */
export const CHUNKS_PER_TURN = 500;

/** What a request and its answer have to do with a socket; HTTP/1.1 and HTTP/2 differ only in this. */
export interface ExchangeOptions {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly rawHeaders: readonly string[];
  readonly connection: Connection;
  /** The request's body. */
  readonly incoming: Readable;
  /** Carries this exchange alone while its body is read; absent where others share the connection. */
  readonly socket?: Pausable;
  /** Emits `close` when the exchange is over. */
  readonly outgoing: { once(event: "close", listener: () => void): unknown; readonly destroyed: boolean };
}

/** One request on a socket. */
export class Exchange implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly rawHeaders: readonly string[];
  readonly peerCertificate: PeerCertificate | undefined;
  readonly remoteAddress: string | undefined;
  readonly #incoming: Readable;
  readonly #outgoing: ExchangeOptions["outgoing"];
  readonly #socket: Pausable | undefined;
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
    this.#socket = options.socket;
  }

  readBody(maxBytes: number): Promise<Uint8Array> {
    const announced = Number(this.headers["content-length"] ?? 0);
    return readAll(this.#incoming, { maxBytes, announced, socket: this.#socket });
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

  /** Everything is sent, or the client is gone. May be called more than once. */
  end(): void {
    this.#isOver = true;
    const listeners = this.#whenOver ?? [];
    this.#whenOver = undefined;
    for (const listener of listeners) {
      listener();
    }
  }

  /** Tells whoever listens to {@link signal} to end. */
  abort(): void {
    this.#controller?.abort(EXCHANGE_OVER);
  }
}

interface Reading {
  readonly maxBytes: number;
  readonly announced: number;
  readonly socket: Pausable | undefined;
}

function readAll(incoming: Readable, { maxBytes, announced, socket }: Reading): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (announced > maxBytes) {
      reject(new BodyTooLarge(`${announced} bytes announced`));
      return;
    }
    let isWhole = false;
    // Every request closes in the end: an error costs too much to be made in vain.
    const gone = () => {
      if (!isWhole) {
        reject(new ClientGone("the body ended early"));
      }
    };
    if (incoming.destroyed) {
      gone();
      return;
    }
    const body = new ByteCollector(announced);
    let chunks = 0;
    incoming.on("data", (chunk: Uint8Array) => {
      if (body.length + chunk.byteLength > maxBytes) {
        incoming.removeAllListeners("data");
        incoming.pause();
        reject(new BodyTooLarge(`more than ${maxBytes} bytes`));
        return;
      }
      body.add(chunk);
      if (++chunks % CHUNKS_PER_TURN === 0 && socket !== undefined) {
        socket.pause();
        setImmediate(() => socket.resume());
      }
    });
    incoming.once("end", () => {
      isWhole = true;
      resolve(body.take());
    });
    incoming.once("error", gone);
    incoming.once("aborted", gone);
    incoming.once("close", gone);
  });
}
