import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { type Clock, encodeUtf8, gatherBytes } from "@kiln/api";
import { answerReview, plainAnswer, type ReviewAnswer } from "./answer-review.ts";
import type { WebhookServerOptions } from "./node-serve-webhook.ts";
import type { ReviewHandler } from "./review-handler.ts";
import type { ServingMetrics } from "./serving-metrics.ts";

/** State of a running webhook server. */
export interface Serving {
  readonly options: WebhookServerOptions;
  readonly clock: Clock;
  readonly metrics: ServingMetrics;
  isStopping: boolean;
  /** Expiry of the certificate in use. */
  expiry: Date;
}

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** Answers a review, or a probe on other paths. Never rejects. */
export async function respond(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { clock, metrics, options } = serving;
  const url = urlOf(request);
  const handler = Object.hasOwn(options.handlers, url.pathname) ? options.handlers[url.pathname] : undefined;
  if (handler === undefined) {
    respondToProbe(serving, request, response);
    return;
  }
  const startedMs = clock.monotonicMs();
  const end = metrics.begin(url.pathname);
  const answer = await answerCall(serving, handler, { request, response, url });
  end(answer.status, (clock.monotonicMs() - startedMs) / 1000);
  write(serving, answer, { request, response });
}

export function respondToProbe(serving: Serving, request: IncomingMessage, response: ServerResponse): void {
  write(serving, answerProbe(serving, urlOf(request).pathname), { request, response });
}

/** Path of the request line; an invalid URL becomes a path that is not served. */
function urlOf({ url = "/" }: IncomingMessage): URL {
  return URL.canParse(url, "https://webhook") ? new URL(url, "https://webhook") : new URL("https://webhook/");
}

function write(
  { isStopping }: Serving,
  answer: ReviewAnswer,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): void {
  if (!response.destroyed) {
    response.writeHead(answer.status, {
      "content-type": answer.contentType,
      "content-length": answer.body.byteLength,
      ...(isStopping || !request.complete ? { connection: "close" } : {}),
    });
    response.end(answer.body);
  }
}

function answerProbe(serving: Serving, path: string): ReviewAnswer {
  const { metrics, options } = serving;
  switch (path) {
    case "/healthz":
    case "/livez":
      return plainAnswer(200, "ok");
    case "/readyz": {
      const why = whyNotReady(serving);
      return why === undefined ? plainAnswer(200, "ok") : plainAnswer(503, why);
    }
    case "/metrics": {
      const text = metrics.print() + (options.printMetrics?.() ?? "");
      return { status: 200, contentType: "text/plain; version=0.0.4", body: encodeUtf8(text) };
    }
    default:
      return plainAnswer(404, "not found");
  }
}

function whyNotReady({ isStopping, options, expiry, clock }: Serving): string | undefined {
  if (isStopping) {
    return "not ready: stopping";
  }
  if (expiry.getTime() <= clock.now().getTime()) {
    return "not ready: the certificate has expired";
  }
  return options.isReady?.() === false ? "not ready" : undefined;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

async function answerCall(serving: Serving, handler: ReviewHandler, call: Call): Promise<ReviewAnswer> {
  const { options, clock } = serving;
  const { request, response, url } = call;
  const refusal = refuse(options, request);
  if (refusal !== undefined) {
    return refusal;
  }
  const cancel = new AbortController();
  // A client that hangs up before the answer cancels the call.
  response.once("close", () => cancel.abort());
  const timeoutMs = Math.min(timeoutOf(url), options.timeoutMs ?? TIMEOUT_MS);
  let overdue: (answer: ReviewAnswer) => void = () => {};
  const late = new Promise<ReviewAnswer>((resolve) => {
    overdue = resolve;
  });
  const timer = clock.setTimer(timeoutMs, () => {
    cancel.abort();
    overdue(plainAnswer(504, "answering took too long"));
  });
  const answer = answerBody(serving, handler, { request, signal: cancel.signal });
  const first = await Promise.race([answer, late]);
  timer.cancel();
  return first;
}

/** Error response for a request that is refused before its body is read. */
function refuse(options: WebhookServerOptions, request: IncomingMessage): ReviewAnswer | undefined {
  if (request.method !== "POST") {
    return plainAnswer(405, "reviews are posted");
  }
  const [mediaType = ""] = (request.headers["content-type"] ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json") {
    return plainAnswer(415, "reviews are application/json");
  }
  return refuseCaller(options, request.socket as TLSSocket);
}

function refuseCaller(options: WebhookServerOptions, socket: TLSSocket): ReviewAnswer | undefined {
  const { tls, clientAuth = "require-and-verify", allowedNames = [] } = options;
  if (tls.clientCaFile === undefined || clientAuth !== "require-and-verify") {
    return undefined;
  }
  if (!socket.authorized) {
    return plainAnswer(401, "a client certificate is needed");
  }
  const isAllowed = allowedNames.length === 0 || namesOf(socket).some((name) => allowedNames.includes(name));
  return isAllowed ? undefined : plainAnswer(403, "the client certificate has none of the names that may call");
}

/** Common name, and subject alternative names without their types. */
function namesOf(socket: TLSSocket): string[] {
  const { subject, subjectaltname = "" } = socket.getPeerCertificate();
  const others = subjectaltname.split(", ").map((name) => name.slice(name.indexOf(":") + 1));
  return [...(subject?.CN === undefined ? [] : [subject.CN].flat()), ...others];
}

/**
 * Kubernetes: sends its timeout in the query, in whole seconds (webhook/mutating/dispatcher.go callAttrMutatingHook,
 * v1.36).
 */
function timeoutOf(url: URL): number {
  const [, seconds] = /^(\d{1,3})s$/.exec(url.searchParams.get("timeout") ?? "") ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
}

async function answerBody(
  { options, metrics }: Serving,
  handler: ReviewHandler,
  { request, signal }: { readonly request: IncomingMessage; readonly signal: AbortSignal },
): Promise<ReviewAnswer> {
  const body = await readBody(request, options.maxBytes ?? MAX_BYTES);
  if (typeof body === "string") {
    return body === "too long"
      ? plainAnswer(413, "the review is too long")
      : plainAnswer(400, "the review was cut off");
  }
  try {
    return await answerReview(handler, body, signal);
  } catch (error) {
    metrics.countFault();
    options.onFault?.(error, "a review failed");
    return plainAnswer(500, "the webhook failed");
  }
}

/**
 * Body of the request. The remaining bytes of one that is too long are not read: destroying the request would destroy
 * the response.
 */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | "too long" | "cut off"> {
  return new Promise((resolve) => {
    const body = gatherBytes(maxBytes);
    request.on("data", (chunk: Buffer) => {
      if (body.add(chunk) !== undefined) {
        request.pause();
        resolve("too long");
      }
    });
    request.once("end", () => resolve(body.bytes()));
    // A disconnect of the client is not an error of the handler.
    request.once("error", () => resolve("cut off"));
  });
}
