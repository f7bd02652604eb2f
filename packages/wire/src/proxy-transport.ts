import type { ResponseHeaders } from "./message.ts";

/** Certificates of a connection to another server. */
export interface ProxyTls {
  /** CA bundle as PEM; the system's own authorities if absent. */
  readonly ca?: string | undefined;
  /** PEM of the client certificate. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Whether to accept any certificate of the other server. */
  readonly isUnverified?: boolean;
}

/** A request to another server, made on behalf of a client. */
export interface ProxyRequest {
  readonly method: string;
  /** `http:` or `https:`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Uint8Array | undefined;
  readonly tls: ProxyTls;
  /** Address to connect to, if it differs from the URL's host, whose name the certificate must have. */
  readonly address?: { readonly host: string; readonly port: number } | undefined;
  /** Timeout until the response begins; none if absent. */
  readonly timeoutMs?: number;
  /** Aborts the exchange. */
  readonly signal: AbortSignal;
}

export interface ProxyReply {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: AsyncIterable<Uint8Array>;
  /** Present if the other server switched protocols: joins its connection to the client's. */
  readonly join?: (connection: unknown) => void;
}

/** Sends requests to other servers and keeps connections for later requests. */
export interface ProxyTransport {
  /** Throws a {@link ProxyError} if there is no response. */
  send(request: ProxyRequest): Promise<ProxyReply>;
  close(): void;
}

/** Error of a request without a response. The message is that of a Go client. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
}
