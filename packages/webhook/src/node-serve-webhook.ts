import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { type Clock, createSystemClock, encodeUtf8 } from "@kiln/api";
import { answerReview, plainAnswer, type ReviewAnswer } from "./answer-review.ts";
import { type CertificateFiles, followCertificates, readCertificates } from "./node-certificate-files.ts";
import type { ReviewHandler } from "./review-handler.ts";
import { createServingMetrics, type ServingMetrics } from "./serving-metrics.ts";

export interface WebhookServerOptions {
  /** By path: what answers there. */
  readonly handlers: Readonly<Record<string, ReviewHandler>>;
  /** Read again when they change. */
  readonly tls: CertificateFiles;
  /** All addresses if absent. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Longer reviews are refused with 413. */
  readonly maxBytes?: number;
  /** An answer that takes longer is a 504, unless the caller said it waits for less. */
  readonly timeoutMs?: number;
  /** How long answers under way may still take once the server is asked to stop. */
  readonly graceMs?: number;
  /** False keeps `/readyz` at 503. */
  readonly isReady?: () => boolean;
  /** What handlers throw, and certificates that cannot be read. */
  readonly onFault?: (error: unknown) => void;
  readonly clock?: Clock;
}

export interface WebhookServer {
  readonly port: number;
  /** Takes no more reviews, waits for those under way, and then goes. */
  close(): Promise<void>;
}

const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const GRACE_MS = 10_000;

interface Serving {
  readonly options: WebhookServerOptions;
  readonly clock: Clock;
  readonly metrics: ServingMetrics;
  isStopping: boolean;
}

/** Ready to answer when it resolves. */
export async function serveWebhook(options: WebhookServerOptions): Promise<WebhookServer> {
  const { tls, host, port, onFault = () => {} } = options;
  const clock = options.clock ?? createSystemClock(globalThis);
  const serving: Serving = { options, clock, metrics: createServingMetrics(), isStopping: false };
  const server = https.createServer({ ...readCertificates(tls), ...clientsOf(tls) }, (request, response) => {
    void respond(serving, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const following = followCertificates({
    files: tls,
    clock,
    onChange: (material) => server.setSecureContext(material),
    onFault,
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      following.stop();
      serving.isStopping = true;
      return closeServer(server, clock, options.graceMs ?? GRACE_MS);
    },
  };
}

/** Probes have no certificate: who calls is only looked at where reviews are answered. */
function clientsOf({ clientCaFile }: CertificateFiles): https.ServerOptions {
  return clientCaFile === undefined ? {} : { requestCert: true, rejectUnauthorized: false };
}

function closeServer(server: https.Server, clock: Clock, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(graceMs, () => server.closeAllConnections());
    server.close(() => {
      timer.cancel();
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function respond(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { clock, metrics, options } = serving;
  const url = new URL(request.url ?? "/", "https://webhook");
  const handler = Object.hasOwn(options.handlers, url.pathname) ? options.handlers[url.pathname] : undefined;
  const startedMs = clock.monotonicMs();
  const end = handler === undefined ? undefined : metrics.begin(url.pathname);
  const answer =
    handler === undefined
      ? answerProbe(serving, url.pathname)
      : await answerCall(serving, handler, { request, response, url });
  end?.(answer.status, (clock.monotonicMs() - startedMs) / 1000);
  if (!response.destroyed) {
    response.writeHead(answer.status, {
      "content-type": answer.contentType,
      "content-length": answer.body.byteLength,
      ...(serving.isStopping || !request.complete ? { connection: "close" } : {}),
    });
    response.end(answer.body);
  }
}

function answerProbe({ isStopping, metrics, options }: Serving, path: string): ReviewAnswer {
  switch (path) {
    case "/healthz":
    case "/livez":
      return plainAnswer(200, "ok");
    case "/readyz":
      return isStopping || options.isReady?.() === false ? plainAnswer(503, "not ready") : plainAnswer(200, "ok");
    case "/metrics":
      return { status: 200, contentType: "text/plain; version=0.0.4", body: encodeUtf8(metrics.print()) };
    default:
      return plainAnswer(404, "not found");
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

async function answerCall(serving: Serving, handler: ReviewHandler, call: Call): Promise<ReviewAnswer> {
  const { options, clock } = serving;
  const { request, response, url } = call;
  if (request.method !== "POST") {
    return plainAnswer(405, "reviews are posted");
  }
  if (options.tls.clientCaFile !== undefined && !(request.socket as TLSSocket).authorized) {
    return plainAnswer(401, "a client certificate is needed");
  }
  const cancel = new AbortController();
  // Whoever hangs up before the answer does not want it any more.
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

/** Kubernetes: says in the query how long it waits, in whole seconds. */
function timeoutOf(url: URL): number {
  const [, seconds] = /^(\d{1,3})s$/.exec(url.searchParams.get("timeout") ?? "") ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
}

async function answerBody(
  { options }: Serving,
  handler: ReviewHandler,
  { request, signal }: { readonly request: IncomingMessage; readonly signal: AbortSignal },
): Promise<ReviewAnswer> {
  try {
    const body = await readBody(request, options.maxBytes ?? MAX_BYTES);
    return body === undefined ? plainAnswer(413, "the review is too long") : await answerReview(handler, body, signal);
  } catch (error) {
    options.onFault?.(error);
    return plainAnswer(500, "the webhook failed");
  }
}

/** Undefined if it is too long; the rest is then left where it is, because ending the request would end the answer. */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.byteLength;
      if (length > maxBytes) {
        request.pause();
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
  });
}
