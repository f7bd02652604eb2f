import { quoteGo } from "@kiln/api";
import type { AdmissionWebhook } from "./admission-webhook.ts";

/** The webhook could not be called, or its response was invalid: the failure policy applies. */
export class WebhookFailure extends Error {
  override readonly name = "WebhookFailure";
  /** For metrics. */
  readonly code: number;

  constructor(webhook: AdmissionWebhook, why: string, about: { readonly code: number; readonly cause?: unknown }) {
    super(`failed calling webhook ${quoteGo(webhook.name)}: ${why}`, { cause: about.cause });
    this.code = about.code;
  }
}
