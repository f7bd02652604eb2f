/** Credentials for a webhook; mostly none. */
export interface WebhookCredentials {
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  /** PEM. */
  readonly cert?: string;
  readonly key?: string;
}

/** One POST of JSON. */
export interface WebhookRequest {
  readonly url: string;
  readonly body: Uint8Array;
  /** PEM; the machine's own authorities if absent. */
  readonly caBundle?: string;
  /** Address to connect to, if it differs from the URL's host, whose name the certificate must have all the same. */
  readonly address?: { readonly host: string; readonly port: number };
  readonly credentials?: WebhookCredentials;
  /** A longer answer is not read to its end. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface WebhookReply {
  readonly status: number;
  /** Empty if the webhook sent none. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Sends requests; keeps connections for the next. */
export interface WebhookTransport {
  /** Throws a {@link WebhookTransportError} if there is no complete response. */
  post(request: WebhookRequest): Promise<WebhookReply>;
  close(): void;
}

/** There is no complete response. The message is that of a Go client. */
export class WebhookTransportError extends Error {
  override readonly name = "WebhookTransportError";
  /** `setup`: no request was sent. `body`: the response had begun. */
  readonly stage: "setup" | "exchange" | "body";

  constructor(stage: WebhookTransportError["stage"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.stage = stage;
  }
}
