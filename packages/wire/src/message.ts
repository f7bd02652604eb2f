/** Header names are in lower case; a header sent twice is joined by ", ". */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** Verified peer certificate of the connection, for all its requests. */
export interface PeerCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** SHA-256 of the certificate in hexadecimal: the same for the same certificate. */
  readonly fingerprint: string;
}

/**
 * A request as plain data. Adapters make it from whatever they serve: a socket, a worker's message, a test.
 */
export interface ApiRequest {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** Names and values in turn, as they came; absent where repeated headers were joined. */
  readonly rawHeaders?: readonly string[] | undefined;
  /**
   * Present only if the connection showed a certificate that the server's client CA signed. The same object for all
   * requests of a connection.
   */
  readonly peerCertificate?: PeerCertificate | undefined;
  readonly remoteAddress?: string | undefined;
  /**
   * The whole body. Rejects with {@link BodyTooLarge} beyond `maxBytes`, without reading on, and with {@link ClientGone}
   * if the body ends too early. Call it at most once.
   */
  readBody(maxBytes: number): Promise<Uint8Array>;
  /**
   * Fires when the exchange is over, whether answered or because the client is gone, and for what stays open also when
   * the server stops. Made on first use, because most requests never look.
   */
  readonly signal: AbortSignal;
  /**
   * Calls back once the last byte of the answer is on its way or the client is gone, at once if so already. Cheaper than
   * {@link signal}. Absent for callers in the same process: the exchange is over when the answer is made.
   */
  whenOver?(listener: () => void): void;
}

export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

export class ClientGone extends Error {
  override readonly name = "ClientGone";
}

/** Why every signal fires. One for all: without a reason, each would make an error with a useless stack. */
export const EXCHANGE_OVER = new ClientGone("the exchange is over");

export type ResponseHeaders = Record<string, string | readonly string[]>;

/** A body that comes in pieces is read at the client's pace; its `return` is called when the client goes away. */
export type ResponseBody = Uint8Array | AsyncIterable<Uint8Array>;

export interface ApiResponse {
  readonly status: number;
  /** Belongs to this answer alone: filters and adapters add to it. */
  readonly headers: ResponseHeaders;
  readonly body?: ResponseBody;
  /** The body's pieces are events: each goes out at once, and they end when the server stops. */
  readonly isEventStream?: boolean;
  /**
   * Another protocol follows this answer: called with the client's connection, a Duplex of Node, once the headers are
   * sent. For requests that requested an upgrade; a connection that cannot be upgraded is closed.
   */
  readonly join?: (connection: unknown) => void;
}

/** Answers a request. Never rejects: a failure is an answer too. */
export type Handle = (request: ApiRequest) => Promise<ApiResponse>;
