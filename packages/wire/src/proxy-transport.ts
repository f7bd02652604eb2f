import type { ResponseHeaders } from "./message.ts";

/** Certificates of a connection to another server. */
export interface ProxyTls {
  /** PEM; the machine's own authorities if absent. */
  readonly ca?: string | undefined;
  /** PEM of the client certificate. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** The other server's certificate is not verified. */
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
  /** Ends the exchange. */
  readonly signal: AbortSignal;
}

export interface ProxyReply {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: AsyncIterable<Uint8Array>;
  /** Present if the other server switched protocols: joins its connection to the client's. */
  readonly join?: (connection: unknown) => void;
}

/** Sends requests; keeps connections for the next. */
export interface ProxyTransport {
  /** Throws a {@link ProxyError} if there is no answer. */
  send(request: ProxyRequest): Promise<ProxyReply>;
  close(): void;
}

/** There is no response. The message is that of a Go client. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
}
