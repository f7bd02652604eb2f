import { createCounter, createHistogram, type MetricFamily, observe, StatusError } from "@kiln/api";
import { WebhookFailure } from "../registered/webhook-failure.ts";

/** How calling webhooks goes. Names, labels and buckets are kube-apiserver's. */
export interface WebhookMetrics {
  readonly families: readonly MetricFamily[];
  observe(observation: WebhookObservation): void;
}

export interface WebhookObservation {
  readonly webhook: string;
  readonly type: "admit" | "validating";
  readonly operation: string;
  readonly seconds: number;
  /** Absent if the webhook let the request pass. */
  readonly error?: unknown;
  /** The request goes on all the same. */
  readonly isFailedOpen: boolean;
}

const SECONDS: readonly number[] = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];

/** Kubernetes: codes above 600 count as 600 (apiserver/pkg/admission/metrics/metrics.go ObserveWebhook, v1.36). */
const MAX_CODE = 600;

export function createWebhookMetrics(): WebhookMetrics {
  const duration = createHistogram(
    {
      name: "apiserver_admission_webhook_admission_duration_seconds",
      help: "Admission webhook latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).",
      labels: ["name", "type", "operation", "rejected"],
    },
    SECONDS,
  );
  const requests = createCounter({
    name: "apiserver_admission_webhook_request_total",
    help: "Admission webhook request total, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify whether the request was rejected or not and an HTTP status code. Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.",
    labels: ["name", "type", "operation", "code", "rejected"],
  });
  const rejections = createCounter({
    name: "apiserver_admission_webhook_rejection_count",
    help: "Admission webhook rejection count, identified by name and broken out for each admission type (validating or admit) and operation. Additional labels specify an error type (calling_webhook_error or apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is greater or equal to 400). Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.",
    labels: ["name", "type", "operation", "error_type", "rejection_code"],
  });
  const failOpen = createCounter({
    name: "apiserver_admission_webhook_fail_open_count",
    help: "Admission webhook fail open count, identified by name and broken out for each admission type (validating or admit).",
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
