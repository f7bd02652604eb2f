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

/** Identity of the client, one object for all requests of a connection. */
export type ClientIdentity = Pick<ApiRequest, "peerCertificate" | "remoteAddress">;

/** Parts of the connection that a stream uses. */
export interface StreamCarrier {
  readonly client: ClientIdentity;
  sendHead(stream: Http2Stream, status: number, headers: SentHeaders): void;
  /** Sends pending output as far as flow control allows now, and the remaining output later. */
  pump(stream: Http2Stream): void;
  sendReset(stream: Http2Stream, code: number): void;
  /** Called when the stream consumed received bytes, so that the client may send as many again. */
  consume(stream: Http2Stream, bytes: number): void;
  /**
   * Called for received bytes that are dropped: the client may send as many again on other streams, not on this one.
   */
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
  /** Number of bytes that the client's window of this stream still accepts. */
  sendWindow: number;
  /** Number of bytes that the client may still send on this stream. */
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

  /** Aborts {@link signal}. */
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

  /** Called with a chunk of the request's body. */
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

  /** Called when the request's body is complete. */
  receiveEnd(): void {
    if (this.#contentLength !== undefined && this.#received !== this.#contentLength) {
      throw new Http2Fault(ErrorCode.protocol, "body shorter than content-length", this.id);
    }
    this.isWhole = true;
    this.#read();
    this.#closeIfDone();
  }

  /** Sends the status and headers of the response. */
  respond(status: number, headers: SentHeaders): void {
    this.#decide();
    if (!this.isClosed) {
      this.#carrier.sendHead(this, status, headers);
    }
  }

  /** Sends a chunk of the body. Resolves once there is room for more; false if the client has disconnected. */
  send(bytes: Uint8Array): Promise<boolean> {
    return this.#send(bytes, false);
  }

  /** Sends the last chunk of the body; the connection continues without further calls. */
  end(bytes: Uint8Array = NOTHING): void {
    void this.#send(bytes, true);
  }

  /** Sends RST_STREAM: ends the request and the response at once. */
  reset(code: number): void {
    if (!this.isClosed) {
      this.#carrier.sendReset(this, code);
      this.close();
    }
  }

  /** Counts output that the client has read. */
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

  /** Closes the stream: nothing further is sent or received. */
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
