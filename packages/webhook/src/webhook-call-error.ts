/** Error of a call without a readable response, with Kubernetes' message. */
export class WebhookCallError extends Error {
  override readonly name = "WebhookCallError";
  /** Code in metrics: that of the response, 503 without one. */
  readonly code: number;
  /** Whether the call failed before a request was sent, because of its configuration. */
  readonly isSetup: boolean;

  constructor(
    message: string,
    about: { readonly code?: number; readonly isSetup?: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause: about.cause });
    this.code = about.code ?? 503;
    this.isSetup = about.isSetup ?? false;
  }
}
