import { ClientFault } from "@kiln/api";

/** Headers of a request, by name in lower case; values of a repeated header are joined by ", ". */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** Verified peer certificate of the connection, for all its requests. */
export interface PeerCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** SHA-256 of the certificate in hexadecimal: the same for the same certificate. */
  readonly fingerprint: string;
}

/** A request as plain data, whatever it was received by: a socket, a worker's message, a test. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  /** Path of the client's request before {@link target}, such as `/clusters/NAME`; absent if it was sent to the root. */
  readonly basePath?: string | undefined;
  readonly headers: RequestHeaders;
  /** Header names and values in turn, as the client sent them; absent where repeated headers were joined. */
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
   * Aborted when the exchange is over, by the response or because the client disconnected; for event streams also when
   * the server stops. Created on first use, because most requests never need it.
   */
  readonly signal: AbortSignal;
  /**
   * Calls back once the last byte of the response was sent or the client has disconnected, at once if that has happened
   * already. Cheaper than {@link signal}. Absent for callers in the same process, whose exchange ends with the response.
   */
  whenOver?(listener: () => void): void;
}

export class BodyTooLarge extends ClientFault {
  override readonly name = "BodyTooLarge";
}

export class ClientGone extends ClientFault {
  override readonly name = "ClientGone";
}

/** Shared abort reason: the default would create an error with a useless stack for each. */
export const EXCHANGE_OVER = new ClientGone("the exchange is over");

export type ResponseHeaders = Record<string, string | readonly string[]>;

/** A body that comes in pieces is read at the client's pace; its `return` is called when the client goes away. */
export type ResponseBody = Uint8Array | AsyncIterable<Uint8Array>;

export interface ApiResponse {
  readonly status: number;
  /** An object of this response alone: filters and adapters add headers to it. */
  readonly headers: ResponseHeaders;
  readonly body?: ResponseBody;
  /** Chunks of the body are events: each is sent at once, and the stream ends when the server stops. */
  readonly isEventStream?: boolean;
  /**
   * The response switches protocols: called with the client's connection, a Duplex of Node, once the headers are sent.
   * For requests that asked for an upgrade; a connection that cannot be upgraded is closed.
   */
  readonly join?: (connection: unknown) => void;
}

/** Answers a request. Never rejects: a failure is an answer too. */
export type Handle = (request: ApiRequest) => Promise<ApiResponse>;
