/** Credentials that the API server presents to a webhook. Most webhooks need none. */
export interface WebhookCredentials {
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  /** PEM of the client certificate. */
  readonly cert?: string;
  readonly key?: string;
}

/** An HTTP POST with a JSON body. */
export interface WebhookRequest {
  readonly url: string;
  readonly body: Uint8Array;
  /** CA bundle as PEM; the system's own authorities if absent. */
  readonly caBundle?: string;
  /** Address to connect to, if it differs from the URL's host, whose name the certificate must have all the same. */
  readonly address?: { readonly host: string; readonly port: number };
  readonly credentials?: WebhookCredentials;
  /** Size limit of the response: the remaining bytes of a longer one are not read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface WebhookReply {
  readonly status: number;
  /** Content-Type header; empty if the webhook sent none. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Sends requests to webhooks and keeps connections for later requests. */
export interface WebhookTransport {
  /** Throws a {@link WebhookTransportError} if there is no complete response. */
  post(request: WebhookRequest): Promise<WebhookReply>;
  close(): void;
}

/** Error of a request without a complete response. The message is that of a Go client. */
export class WebhookTransportError extends Error {
  override readonly name = "WebhookTransportError";
  /** `setup`: no request was sent. `body`: the response had begun. */
  readonly stage: "setup" | "exchange" | "body";

  constructor(stage: WebhookTransportError["stage"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.stage = stage;
  }
}
