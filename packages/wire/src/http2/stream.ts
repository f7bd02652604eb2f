import { ByteCollector } from "@kiln/api";
import {
  type ApiRequest,
  BodyTooLarge,
  ClientGone,
  EXCHANGE_OVER,
  type PeerCertificate,
  type RequestHeaders,
} from "../message.ts";
import type { SentHeaders } from "./encode-headers.ts";
import { ErrorCode, Http2Fault } from "./frames.ts";
import type { RequestHead } from "./request-head.ts";

/** Peer of the connection, for all its requests. */
export type ClientIdentity = Pick<ApiRequest, "peerCertificate" | "remoteAddress">;

/** Parts of the connection that a stream uses. */
export interface StreamCarrier {
  readonly client: ClientIdentity;
  sendHead(stream: Http2Stream, status: number, headers: SentHeaders): void;
  /** Sends pending output as far as flow control allows; the rest follows. */
  pump(stream: Http2Stream): void;
  sendReset(stream: Http2Stream, code: number): void;
  /** Called when the stream consumed received bytes, so that the client may send as many again. */
  consume(stream: Http2Stream, bytes: number): void;
  /** Called for bytes that are dropped: other streams may receive as many, this one not. */
  discard(bytes: number): void;
  forget(stream: Http2Stream): void;
}

/** Chunk of a response body that is being sent. */
interface Outgoing {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
  readonly settle: (isSent: boolean) => void;
  at: number;
}

interface Reader {
  readonly maxBytes: number;
  readonly resolve: (body: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

const NOTHING = new Uint8Array();
/**
 * Minimum that an honest client reads of a response within a minute, unless the current event is smaller. Go's client
 * extends windows by 4 KiB, others by half a window; a byte now and then only keeps the response alive.
 */
export const MIN_PROGRESS_BYTES = 1024;

/** One request of a connection, and its answer. */
export class Http2Stream implements ApiRequest {
  readonly id: number;
  readonly method: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly rawHeaders: readonly string[];
  readonly peerCertificate: PeerCertificate | undefined;
  readonly remoteAddress: string | undefined;
  /** Bytes that the client still accepts. */
  sendWindow: number;
  /** How many bytes the client may still send. */
  receiveWindow: number;
  /** Consumed bytes that no WINDOW_UPDATE has acknowledged yet. */
  unacknowledged = 0;
  outgoing: Outgoing | undefined;
  /** Time since which less than {@link MIN_PROGRESS_BYTES} of the output were read. */
  movedMs: number | undefined;
  #taken = 0;
  isClosed = false;
  /** Whether the request is complete. */
  isWhole = false;
  /** Whether the response no longer depends on further input, which is then dropped. */
  isDecided = false;
  #isAnswered = false;
  #received = 0;
  readonly #body: ByteCollector;
  #unread = 0;
  #reader: Reader | undefined;
  #controller: AbortController | undefined;
  #whenOver: (() => void)[] | undefined;
  readonly #carrier: StreamCarrier;
  readonly #contentLength: number | undefined;

  constructor(
    carrier: StreamCarrier,
    head: RequestHead,
    options: { readonly id: number; readonly sendWindow: number; readonly receiveWindow: number },
  ) {
    this.id = options.id;
    this.method = head.method;
    this.target = head.target;
    this.headers = head.headers;
    this.rawHeaders = head.rawHeaders;
    this.peerCertificate = carrier.client.peerCertificate;
    this.remoteAddress = carrier.client.remoteAddress;
    this.sendWindow = options.sendWindow;
    this.receiveWindow = options.receiveWindow;
    this.#carrier = carrier;
    this.#contentLength = head.contentLength;
    this.#body = new ByteCollector(head.contentLength);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.isClosed) {
        this.#controller.abort(EXCHANGE_OVER);
      }
    }
    return this.#controller.signal;
  }

  whenOver(listener: () => void): void {
    if (this.isClosed) {
      listener();
    } else {
      this.#whenOver ??= [];
      this.#whenOver.push(listener);
    }
  }

  /** Fires {@link signal}. */
  abort(): void {
    this.#controller?.abort(EXCHANGE_OVER);
  }

  readBody(maxBytes: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#reader = { maxBytes, resolve, reject };
      const unread = this.#unread;
      this.#unread = 0;
      if ((this.#contentLength ?? 0) > maxBytes) {
        this.#refuse(maxBytes);
      } else if (this.isDecided) {
        this.#loseReader();
      } else {
        this.#read();
      }
      this.#carrier.consume(this, unread);
    });
  }

  /** A part of the request's body arrived. */
  receive(chunk: Uint8Array): void {
    this.#received += chunk.byteLength;
    if (this.#contentLength !== undefined && this.#received > this.#contentLength) {
      throw new Http2Fault(ErrorCode.protocol, "body longer than content-length", this.id);
    }
    if (this.isDecided) {
      this.#carrier.discard(chunk.byteLength);
      return;
    }
    this.#body.add(chunk);
    if (this.#reader === undefined) {
      this.#unread += chunk.byteLength;
      return;
    }
    this.#carrier.consume(this, chunk.byteLength);
    this.#read();
  }

  /** The request is whole. */
  receiveEnd(): void {
    if (this.#contentLength !== undefined && this.#received !== this.#contentLength) {
      throw new Http2Fault(ErrorCode.protocol, "body shorter than content-length", this.id);
    }
    this.isWhole = true;
    this.#read();
    this.#closeIfDone();
  }

  /** Begins the answer. */
  respond(status: number, headers: SentHeaders): void {
    this.#decide();
    if (!this.isClosed) {
      this.#carrier.sendHead(this, status, headers);
    }
  }

  /** Body, or a chunk of it. Resolves once there is room for more; false if the client has disconnected. */
  send(bytes: Uint8Array): Promise<boolean> {
    return this.#send(bytes, false);
  }

  /** The rest of the body. The connection sends it without further calls. */
  end(bytes: Uint8Array = NOTHING): void {
    void this.#send(bytes, true);
  }

  /** Ends both sides at once. */
  reset(code: number): void {
    if (!this.isClosed) {
      this.#carrier.sendReset(this, code);
      this.close();
    }
  }

  /** The client took this many bytes of the output. */
  countTaken(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken >= MIN_PROGRESS_BYTES) {
      this.#taken = 0;
      this.movedMs = undefined;
    }
  }

  /**
   * Called when the response is sent. If it did not wait for the whole request, the client is asked to stop sending.
   */
  finishOutgoing(): void {
    const { outgoing } = this;
    this.outgoing = undefined;
    this.#taken = 0;
    this.movedMs = undefined;
    outgoing?.settle(true);
    if (outgoing?.isLast === true) {
      this.#isAnswered = true;
      if (!this.isWhole) {
        this.reset(ErrorCode.none);
      }
      this.#closeIfDone();
    }
  }

  /** Sends and receives nothing further. */
  close(): void {
    if (this.isClosed) {
      return;
    }
    this.isClosed = true;
    const { outgoing } = this;
    this.outgoing = undefined;
    this.#decide();
    this.#carrier.forget(this);
    outgoing?.settle(false);
    this.#controller?.abort(EXCHANGE_OVER);
    for (const listener of this.#whenOver ?? []) {
      listener();
    }
    this.#whenOver = undefined;
  }

  #closeIfDone(): void {
    if (this.#isAnswered && this.isWhole) {
      this.close();
    }
  }

  #send(bytes: Uint8Array, isLast: boolean): Promise<boolean> {
    return new Promise((settle) => {
      if (this.isClosed) {
        settle(false);
        return;
      }
      this.outgoing = { bytes, isLast, settle, at: 0 };
      this.#carrier.pump(this);
    });
  }

  #read(): void {
    const reader = this.#reader;
    if (reader === undefined) {
      return;
    }
    if (this.#received > reader.maxBytes) {
      this.#refuse(reader.maxBytes);
    } else if (this.isWhole) {
      this.#reader = undefined;
      reader.resolve(this.#body.take());
    }
  }

  #refuse(maxBytes: number): void {
    this.#reader?.reject(new BodyTooLarge(`more than ${maxBytes} bytes`));
    this.#reader = undefined;
    this.#decide();
  }

  /** A pending read of the body must fail instead of returning a part as the whole. */
  #decide(): void {
    this.isDecided = true;
    this.#loseReader();
    this.#body.drop();
    this.#carrier.discard(this.#unread);
    this.#unread = 0;
  }

  #loseReader(): void {
    this.#reader?.reject(new ClientGone("the body ended early"));
    this.#reader = undefined;
  }
}
