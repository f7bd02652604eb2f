/** Why there is no answer that could be read, in Kubernetes' words. */
export class WebhookCallError extends Error {
  override readonly name = "WebhookCallError";
  /** What metrics call it by: that of the answer, 503 without one. */
  readonly code: number;
  /** The call could not even be tried. */
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
