import { quoteGo } from "@kiln/api";
import type { AdmissionWebhook } from "./admission-webhook.ts";

/** Failure to call a webhook, or an invalid response: the failure policy applies. */
export class WebhookFailure extends Error {
  override readonly name = "WebhookFailure";
  /** HTTP status code of the failed call, a label of metrics. */
  readonly code: number;

  constructor(webhook: AdmissionWebhook, why: string, about: { readonly code: number; readonly cause?: unknown }) {
    super(`failed calling webhook ${quoteGo(webhook.name)}: ${why}`, { cause: about.cause });
    this.code = about.code;
  }
}
