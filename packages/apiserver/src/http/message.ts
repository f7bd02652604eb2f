/** Header names are in lower case; a header sent twice is joined by ", ". */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** What the connection proves about its other end, once for all its requests. */
export interface PeerCertificate {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** An opaque text that is the same for the same certificate: a key for caches. */
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
  /** Present only if the connection showed a certificate that the server's client CA signed. */
  readonly peerCertificate?: PeerCertificate;
  readonly remoteAddress?: string;
  /** The whole body. Rejects with {@link BodyTooLarge} beyond `maxBytes`, without reading on. Call it at most once. */
  readBody(maxBytes: number): Promise<Uint8Array>;
  /** Fires when the client is gone. Made on first use, because most requests never look. */
  readonly signal: AbortSignal;
}

export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
}

export type ResponseHeaders = Record<string, string | readonly string[]>;

/** A body that comes in pieces is read at the client's pace; its `return` is called when the client goes away. */
export type ResponseBody = Uint8Array | AsyncIterable<Uint8Array>;

export interface ApiResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body?: ResponseBody;
}
