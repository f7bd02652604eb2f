/** Headers by name in lower case. */
export type Headers = Readonly<Record<string, string>>;

export interface ClientRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body?: Uint8Array;
  /** Aborts the request, also while the response body is read. */
  readonly signal?: AbortSignal;
}

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Body of the response. To be read to its end or left early with `break`: either releases the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends requests to a server. `node-transport.ts` is one over sockets; a test may call a server's `handle` instead. */
export interface Transport {
  /** Rejects with {@link ConnectionError} if there is no response. */
  send(request: ClientRequest): Promise<ClientResponse>;
  /** Closes all connections; requests in flight fail. */
  close(): void;
}

/** Error of a request: the server could not be reached, or disconnected before it answered. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
