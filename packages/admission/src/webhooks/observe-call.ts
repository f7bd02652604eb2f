import type { AdmissionAttributes } from "../admission-plugin.ts";
import type { AdmissionWebhook } from "../registered/admission-webhook.ts";
import { WebhookFailure } from "../registered/webhook-failure.ts";

export interface ObservedCall {
  readonly webhook: AdmissionWebhook;
  readonly attributes: AdmissionAttributes;
  readonly type: "admit" | "validating";
}

/** Runs a call, observes its duration and outcome in metrics, and logs a failure. */
export async function observeCall<T>({ webhook, attributes, type }: ObservedCall, call: () => Promise<T>): Promise<T> {
  const { services, operation } = attributes;
  const startedMs = services.clock.monotonicMs();
  const count = (error?: unknown) =>
    services.metrics.admission.webhooks.observe({
      webhook: webhook.name,
      type,
      operation,
      seconds: (services.clock.monotonicMs() - startedMs) / 1000,
      isFailedOpen: webhook.isFailureIgnored && error instanceof WebhookFailure,
      ...(error === undefined ? {} : { error }),
    });
  try {
    const result = await call();
    count();
    return result;
  } catch (error) {
    count(error);
    if (error instanceof WebhookFailure) {
      services.log.warn({ webhook: webhook.name, isIgnored: webhook.isFailureIgnored }, error.message);
    }
    throw error;
  }
}
