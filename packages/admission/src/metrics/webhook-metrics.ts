import { createCounter, createHistogram, type MetricFamily, observe, StatusError } from "@kiln/api";
import { WebhookFailure } from "../registered/webhook-failure.ts";

/** Metrics of webhook calls. Names, labels and buckets are kube-apiserver's. */
export interface WebhookMetrics {
  readonly families: readonly MetricFamily[];
  observe(observation: WebhookObservation): void;
}

export interface WebhookObservation {
  readonly webhook: string;
  readonly type: "admit" | "validating";
  readonly operation: string;
  readonly seconds: number;
  /** Error of the call, a denial included; absent if the webhook allowed the request. */
  readonly error?: unknown;
  /** True if the request continued despite the error. */
  readonly isFailedOpen: boolean;
}

const SECONDS: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];

/** Kubernetes: codes above 600 count as 600 (apiserver/pkg/admission/metrics/metrics.go ObserveWebhook, v1.36). */
const MAX_CODE = 600;

export function createWebhookMetrics(): WebhookMetrics {
  const duration = createHistogram(
    {
      name: "apiserver_admission_webhook_admission_duration_seconds",
      help: "Seconds that a call of an admission webhook took, by webhook, operation, type (validating or admit) and whether it denied the request.",
      labels: ["name", "type", "operation", "rejected"],
    },
    SECONDS,
  );
  const requests = createCounter({
    name: "apiserver_admission_webhook_request_total",
    help: "Total number of calls of admission webhooks, by webhook, type, operation, HTTP status code (at most 600) and whether the request was denied.",
    labels: ["name", "type", "operation", "code", "rejected"],
  });
  const rejections = createCounter({
    name: "apiserver_admission_webhook_rejection_count",
    help: "Total number of requests denied by admission webhooks, by webhook, type, operation, error (calling_webhook_error, apiserver_internal_error or no_error) and the rejection code, if it is 400 or above (at most 600).",
    labels: ["name", "type", "operation", "error_type", "rejection_code"],
  });
  const failOpen = createCounter({
    name: "apiserver_admission_webhook_fail_open_count",
    help: "Total number of failed calls of admission webhooks that failurePolicy Ignore passed over, by webhook and type.",
    labels: ["name", "type"],
  });
  return {
    families: [duration, requests, rejections, failOpen],
    observe({ webhook, type, operation, seconds, error, isFailedOpen }) {
      const { errorType, code } = classify(error);
      const isRejected = error !== undefined && !isFailedOpen;
      observe(duration.cell([webhook, type, operation, String(isRejected)]), seconds);
      requests.cell([webhook, type, operation, String(code), String(isRejected)]).value++;
      if (isRejected) {
        rejections.cell([webhook, type, operation, errorType, String(code)]).value++;
      }
      if (isFailedOpen) {
        failOpen.cell([webhook, type]).value++;
      }
    },
  };
}

function classify(error: unknown): { readonly errorType: string; readonly code: number } {
  if (error === undefined) {
    return { errorType: "", code: 200 };
  }
  if (error instanceof WebhookFailure) {
    return { errorType: "calling_webhook_error", code: Math.min(error.code, MAX_CODE) };
  }
  return error instanceof StatusError && error.status.reason !== "InternalError"
    ? { errorType: "no_error", code: Math.min(error.status.code ?? 0, MAX_CODE) }
    : { errorType: "apiserver_internal_error", code: 0 };
}
