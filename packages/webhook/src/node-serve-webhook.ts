import http, { type RequestListener } from "node:http";
import https from "node:https";
import type { AddressInfo, Server } from "node:net";
import { type Clock, createSystemClock } from "@kiln/api";
import { respond, respondToProbe, type Serving } from "./node-answer-call.ts";
import { type CertificateFiles, expiryOf, followCertificates, readCertificates } from "./node-certificate-files.ts";
import type { ReviewHandler } from "./review-handler.ts";
import { createServingMetrics } from "./serving-metrics.ts";

export interface WebhookServerOptions {
  /** Handlers by path. */
  readonly handlers: Readonly<Record<string, ReviewHandler>>;
  /** Certificate files, read again when they change. */
  readonly tls: CertificateFiles;
  /**
   * Whether callers of reviews must present a certificate of `tls.clientCaFile`. `request` asks for one but also
   * accepts callers without. Default: required if there is such a file. Probes never need one.
   */
  readonly clientAuth?: "none" | "request" | "require-and-verify";
  /** Common or alternative names of which a client's certificate must have one; any name is allowed if empty. */
  readonly allowedNames?: readonly string[];
  /** Address to listen on; all addresses if absent. */
  readonly host?: string;
  /** Port of reviews; 0 for any free port. */
  readonly port: number;
  /** A second port, without TLS, that answers probes and metrics and nothing else. */
  readonly probes?: { readonly host?: string; readonly port: number };
  /** Size limit of a review; a longer one is answered with 413. */
  readonly maxBytes?: number;
  /** Timeout of a response, after which it is a 504. The caller's own timeout applies if it is shorter. */
  readonly timeoutMs?: number;
  /** How long responses in flight may take during shutdown. */
  readonly graceMs?: number;
  /** How long to continue after readiness ends, because load balancers notice that late. */
  readonly shutdownDelayMs?: number;
  /** While it returns false, `/readyz` returns 503. */
  readonly isReady?: () => boolean;
  /** Further metrics for `/metrics`, in the text format of Prometheus. */
  readonly printMetrics?: () => string;
  /** Errors of handlers, and why certificates cannot be used; `what` names the operation, for a log. */
  readonly onFault?: (error: unknown, what: string) => void;
  readonly clock?: Clock;
}

export interface WebhookServer {
  readonly port: number;
  /** Port of the probes; undefined if they have none of their own. */
  readonly probePort: number | undefined;
  /** Ends readiness, accepts no reviews after the delay, waits for those in flight, and closes. */
  close(): Promise<void>;
}

const GRACE_MS = 10_000;
/** Timeout of slow clients, which must not hold connections forever. */
const SLOW_MS = 10_000;
/** Interval at which slow clients are looked for; Node's own is 30 s. */
const CHECK_MS = 5000;
/**
 * Kubernetes: API servers drop a connection after 90 s idle (util/net/http.go SetOldTransportDefaults, v1.36). This
 * side must not drop it first: a review sent on a connection that is being closed is lost, and a POST is not retried.
 */
const IDLE_MS = 120_000;

/** Starts the server. Resolves when it accepts reviews. */
export async function serveWebhook(options: WebhookServerOptions): Promise<WebhookServer> {
  const { tls, onFault = () => {} } = options;
  const clock = options.clock ?? createSystemClock(globalThis);
  const metrics = createServingMetrics();
  const material = readCertificates(tls);
  const serving: Serving = { options, clock, metrics, isStopping: false, expiry: expiryOf(material) };
  metrics.setExpiry(serving.expiry);
  const secured = {
    ...material,
    ...clientsOf(options),
    handshakeTimeout: SLOW_MS,
    connectionsCheckingInterval: CHECK_MS,
  };
  const server = https.createServer(secured, (request, response) => {
    void respond(serving, request, response);
  });
  server.requestTimeout = SLOW_MS;
  server.headersTimeout = SLOW_MS;
  server.keepAliveTimeout = IDLE_MS;
  server.on("tlsClientError", () => metrics.countHandshakeFailure());
  await listen(server, options);
  const probes = await openProbes(options, (request, response) => respondToProbe(serving, request, response));
  const following = followCertificates({
    files: tls,
    clock,
    onChange(changed) {
      server.setSecureContext(changed);
      serving.expiry = expiryOf(changed);
      metrics.setExpiry(serving.expiry);
      metrics.countReload(true);
    },
    onFault(error) {
      metrics.countReload(false);
      onFault(error, "the certificate files cannot be used; those read before stay in use");
    },
  });
  const stop = async (): Promise<void> => {
    following.stop();
    serving.isStopping = true;
    await pause(clock, options.shutdownDelayMs ?? 0);
    await closeServer(server, clock, options.graceMs ?? GRACE_MS);
    await (probes === undefined ? undefined : closeServer(probes, clock, 0));
  };
  let stopped: Promise<void> | undefined;
  return {
    port: portOf(server),
    probePort: probes === undefined ? undefined : portOf(probes),
    close() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function openProbes(
  { probes }: WebhookServerOptions,
  listener: RequestListener,
): Promise<http.Server | undefined> {
  if (probes === undefined) {
    return undefined;
  }
  const server = http.createServer({ connectionsCheckingInterval: CHECK_MS }, listener);
  server.requestTimeout = SLOW_MS;
  server.headersTimeout = SLOW_MS;
  await listen(server, probes);
  return server;
}

function listen(server: Server, { host, port }: { readonly host?: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Probes have no certificate: the client is verified only where reviews are answered. */
function clientsOf({ tls, clientAuth }: WebhookServerOptions): https.ServerOptions {
  return tls.clientCaFile === undefined || clientAuth === "none"
    ? {}
    : { requestCert: true, rejectUnauthorized: false };
}

async function pause(clock: Clock, delayMs: number): Promise<void> {
  if (delayMs > 0) {
    await new Promise<void>((resolve) => {
      clock.setTimer(delayMs, resolve);
    });
  }
}

function closeServer(server: http.Server | https.Server, clock: Clock, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(graceMs, () => server.closeAllConnections());
    server.close(() => {
      timer.cancel();
      resolve();
    });
    server.closeIdleConnections();
  });
}
