/** Header names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

export interface ClientRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body?: Uint8Array;
  /** Ends the request, also while its answer's body is being read. */
  readonly signal?: AbortSignal;
}

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Must be read to its end or left early with `break`: either releases the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends requests to a server. `node-transport.ts` is one over sockets; a test may call a server's `handle` instead. */
export interface Transport {
  /** Rejects with {@link ConnectionError} if there is no answer. */
  send(request: ClientRequest): Promise<ClientResponse>;
  /** Requests in flight fail. */
  close(): void;
}

/** The server could not be reached, or disconnected before it had answered. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
