import {
  appendAll,
  type JsonObject,
  quoteGo,
  statusBadRequest,
  statusWebhookDenied,
  type WebhookResult,
} from "@kiln/api";
import {
  type AdmissionAnswer,
  callWebhook,
  createAdmissionReview,
  pickReviewVersion,
  readAdmissionAnswer,
  WebhookCallError,
} from "@kiln/webhook";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import type { AdmissionView } from "../admission-view.ts";
import { annotate } from "../annotate.ts";
import type { AdmissionWebhook } from "../registered/admission-webhook.ts";
import { WebhookFailure } from "../registered/webhook-failure.ts";
import { createAdmissionRequest } from "./create-admission-request.ts";

export interface AdmissionCall {
  readonly webhook: AdmissionWebhook;
  readonly attributes: AdmissionAttributes;
  readonly view: AdmissionView;
  readonly isMutating: boolean;
}

/** Calls a webhook. Throws a {@link WebhookFailure}, or the StatusError of a webhook that denies. */
export async function callAdmissionWebhook(call: AdmissionCall): Promise<AdmissionAnswer> {
  const { webhook, attributes } = call;
  if (attributes.isDryRun && webhook.hasSideEffects) {
    throw statusBadRequest(`admission webhook ${quoteGo(webhook.name)} does not support dry run`);
  }
  const answer = await ask(call);
  for (const [key, value] of answer.auditAnnotations) {
    annotate(attributes, { key: `${webhook.name}/${key}`, value });
  }
  appendAll(attributes.requester.warnings, answer.warnings);
  if (!answer.isAllowed) {
    throw statusWebhookDenied(webhook.name, toResult(answer.result));
  }
  return answer;
}

async function ask({ webhook, attributes, view, isMutating }: AdmissionCall): Promise<AdmissionAnswer> {
  const { services } = attributes;
  const { request } = attributes.requester;
  const version = pickReviewVersion(webhook.reviewVersions);
  if (version === undefined) {
    const why = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw new WebhookFailure(webhook, `could not create admission objects: ${why}`, { code: 400 });
  }
  const uid = services.random.uuid();
  const review = createAdmissionReview(version, createAdmissionRequest(uid, attributes, view));
  const { clientConfig, timeoutMs } = webhook;
  const answered = await callWebhook(services.webhookCaller, {
    clientConfig,
    review,
    timeoutMs,
    around: (exchange) => services.waitOutside(attributes.requester, exchange),
    rest: () => services.rest(attributes.requester),
    ...(request === undefined ? {} : { signal: request.signal }),
  }).catch((error) => {
    throw toFailure(webhook, error);
  });
  await services.rest(attributes.requester);
  const reading = readAdmissionAnswer(answered, { version, uid, isMutating });
  if ("answer" in reading) {
    return reading.answer;
  }
  const { about, message } = reading.fault;
  const what = about === "call" ? "failed to call webhook" : "received invalid webhook response";
  throw new WebhookFailure(webhook, `${what}: ${message}`, { code: 503 });
}

function toFailure(webhook: AdmissionWebhook, error: unknown): unknown {
  if (!(error instanceof WebhookCallError)) {
    return error;
  }
  const what = error.isSetup ? "could not get REST client" : "failed to call webhook";
  return new WebhookFailure(webhook, `${what}: ${error.message}`, { code: error.code, cause: error });
}

/** Result of a response; fields of a wrong type are ignored, because a webhook may send anything. */
function toResult({ message, reason, details, code }: JsonObject): WebhookResult {
  return {
    ...(typeof message === "string" && message !== "" ? { message } : {}),
    ...(typeof reason === "string" && reason !== "" ? { reason } : {}),
    ...(typeof details === "object" && details !== null && !Array.isArray(details) ? { details } : {}),
    ...(typeof code === "number" ? { code } : {}),
  };
}
