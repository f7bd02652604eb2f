import { type Clock, decodeUtf8, encodeBytewise, encodeJson, type JsonObject, runResting } from "@kiln/api";
import { endpointOf, type WebhookClientConfig, type WebhookEndpoint, type WebhookService } from "./client-config.ts";
import { readReply } from "./read-reply.ts";
import {
  type WebhookCredentials,
  type WebhookReply,
  type WebhookTransport,
  WebhookTransportError,
} from "./transport.ts";
import { WebhookCallError } from "./webhook-call-error.ts";

export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/** State shared by all calls of webhooks. */
export interface WebhookCaller {
  readonly transport: WebhookTransport;
  readonly clock: Clock;
  /** Address of a Service. Throws if it has none; the client then gets the message. */
  resolveService(service: WebhookService): ServiceAddress | Promise<ServiceAddress>;
  /** Credentials for the webhook at `host:port`. */
  findCredentials?(hostPort: string): WebhookCredentials | undefined;
}

export interface WebhookCall {
  readonly clientConfig: WebhookClientConfig;
  readonly review: JsonObject;
  /** Timeout of the call. The webhook receives it in whole seconds. */
  readonly timeoutMs: number;
  /** Aborted when the caller stops waiting. */
  readonly signal?: AbortSignal;
  /** Runs the exchange; absent: it is run as it is. */
  readonly around?: (exchange: () => Promise<WebhookReply>) => Promise<WebhookReply>;
  /** Called between the steps of decoding the reply, so that other work can run. */
  readonly rest?: () => undefined | Promise<void>;
}

/** Maximum size of a response: no stored object may be as large. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Sends a review and returns the response, unchecked. Throws a {@link WebhookCallError}. */
export async function callWebhook(caller: WebhookCaller, call: WebhookCall): Promise<JsonObject> {
  const target = targetOf(call.clientConfig);
  const url = `${target.endpoint.url}?timeout=${Math.ceil(call.timeoutMs / 1000)}s`;
  const exchange = () => post(caller, call, { url, target });
  const reply = await (call.around === undefined ? exchange() : call.around(exchange));
  return runResting(readReply(reply), call.rest ?? (() => undefined));
}

/** Target of all calls with one client configuration. */
interface WebhookTarget {
  readonly endpoint: WebhookEndpoint;
  /** CA bundle as PEM. */
  readonly caBundle: string | undefined;
}

const targets = new WeakMap<WebhookClientConfig, WebhookTarget>();

function targetOf(clientConfig: WebhookClientConfig): WebhookTarget {
  const known = targets.get(clientConfig);
  if (known !== undefined) {
    return known;
  }
  const endpoint = endpointOf(clientConfig);
  if (endpoint === undefined) {
    throw new WebhookCallError("webhook configuration must have either service or URL", { isSetup: true });
  }
  const target = { endpoint, caBundle: decodeBundle(clientConfig.caBundle) };
  targets.set(clientConfig, target);
  return target;
}

async function post(
  caller: WebhookCaller,
  { clientConfig, review, timeoutMs, signal }: WebhookCall,
  { url, target }: { readonly url: string; readonly target: WebhookTarget },
): Promise<WebhookReply> {
  const { service } = clientConfig;
  const { caBundle, endpoint } = target;
  const deadline = new AbortController();
  const timer = caller.clock.setTimer(timeoutMs, () => deadline.abort());
  const giveUp = () => deadline.abort();
  signal?.addEventListener("abort", giveUp);
  const credentials = caller.findCredentials?.(endpoint.hostPort);
  try {
    return await caller.transport.post({
      url,
      body: encodeJson(review),
      maxBytes: MAX_BYTES,
      signal: deadline.signal,
      ...(caBundle === undefined ? {} : { caBundle }),
      ...(service === undefined ? {} : { address: await resolve(caller, service) }),
      ...(credentials === undefined ? {} : { credentials }),
    });
  } catch (error) {
    const isCanceled = signal?.aborted === true;
    throw explain(error, url, deadline.signal.aborted ? (isCanceled ? CANCELLED : EXCEEDED) : undefined);
  } finally {
    timer.cancel();
    signal?.removeEventListener("abort", giveUp);
  }
}

const EXCEEDED = "context deadline exceeded";
const CANCELLED = "context canceled";

async function resolve(caller: WebhookCaller, service: WebhookService): Promise<ServiceAddress> {
  try {
    return await caller.resolveService(service);
  } catch (error) {
    throw new WebhookTransportError("exchange", error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}

/** Error of a call that failed in the transport or by timeout, with Kubernetes' message. */
function explain(error: unknown, url: string, overtaken: string | undefined): WebhookCallError {
  const stage = error instanceof WebhookTransportError ? error.stage : "exchange";
  const why = overtaken ?? (error instanceof Error ? error.message : String(error));
  if (stage === "setup" && overtaken === undefined) {
    return new WebhookCallError(why, { isSetup: true, cause: error });
  }
  const message =
    stage === "body"
      ? `unexpected error when reading response body. Please retry. Original error: ${why}`
      : `Post "${url}": ${why}`;
  return new WebhookCallError(message, { cause: error });
}

/** Kubernetes: a CA bundle of whitespace counts as empty (client-go/util/cert/pem.go ParseCertsPEM, v1.36). */
function decodeBundle(bundle: string | undefined): string | undefined {
  if (bundle === undefined || bundle === "") {
    return undefined;
  }
  let pem: string;
  try {
    pem = decodeUtf8(encodeBytewise(atob(bundle)));
  } catch {
    pem = bundle;
  }
  if (pem.trim() !== "" && !/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/.test(pem)) {
    const why = "unable to load root certificates: unable to parse bytes as PEM block";
    throw new WebhookCallError(why, { code: 500, isSetup: true });
  }
  return pem.trim() === "" ? undefined : pem;
}
