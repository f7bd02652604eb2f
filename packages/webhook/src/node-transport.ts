import type { IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { explainNetworkError, maxRedirects, redirectOf } from "@kiln/api";
import {
  type WebhookCredentials,
  type WebhookReply,
  type WebhookRequest,
  type WebhookTransport,
  WebhookTransportError,
} from "./transport.ts";

/**
 * Maximum number of agents. There is one for each set of authorities and certificates, which belong to a connection and
 * not to a request.
 */
const MAX_AGENTS = 200;

/** Idle connections are closed after this time, as by Go's client. */
const IDLE_MS = 90_000;

export function openWebhookTransport(): WebhookTransport {
  const agents = new Map<string, https.Agent>();
  return {
    post: (request) => follow(agentFor(agents, request), request),
    close() {
      for (const agent of agents.values()) {
        agent.destroy();
      }
      agents.clear();
    },
  };
}

/** Agent for the certificates, newly created if needed; the least recently used one is evicted. */
function agentFor(agents: Map<string, https.Agent>, { caBundle, credentials }: WebhookRequest): https.Agent {
  const { cert, key } = credentials ?? {};
  // A bundle alone is its own id, which costs nothing; text that could be a list is not.
  const isAlone = cert === undefined && caBundle?.startsWith("[") === false;
  const id = isAlone ? caBundle : JSON.stringify([caBundle, cert, key]);
  const known = agents.get(id);
  agents.delete(id);
  const agent =
    known ??
    new WebhookAgent({
      keepAlive: true,
      timeout: IDLE_MS,
      // Kubernetes: a bundle may hold the serving certificate itself or an intermediate, as envtest's do (crypto/x509
      // verify.go Certificate.Verify, Go 1.26).
      allowPartialTrustChain: true,
      ...(caBundle === undefined ? {} : { ca: caBundle }),
      ...(cert === undefined || key === undefined ? {} : { cert, key }),
    });
  agents.set(id, agent);
  for (const [oldest, idle] of agents) {
    if (agents.size <= MAX_AGENTS) {
      break;
    }
    agents.delete(oldest);
    idle.destroy();
  }
  return agent;
}

/** Agent of one set of authorities and certificates: its connections differ by their target only. */
class WebhookAgent extends https.Agent {
  override getName({ host, port, servername }: https.RequestOptions = {}): string {
    return `${host}:${port}:${servername}`;
  }
}

interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly body: Uint8Array | undefined;
}

/** Credentials and the resolved address of a Service are for the host of the first URL only. */
async function follow(agent: https.Agent, request: WebhookRequest): Promise<WebhookReply> {
  const first = new URL(request.url);
  let { credentials, address } = request;
  let next: Exchange = { method: "POST", url: first, body: request.body };
  for (let redirects = 0; ; redirects++) {
    const { location, ...reply } = await exchange(agent, { ...request, credentials, address }, next);
    const redirect = redirectOf(next.method, { status: reply.status, location });
    if (redirect === undefined) {
      return reply;
    }
    if (redirects === maxRedirects - 1) {
      throw new WebhookTransportError("exchange", `stopped after ${maxRedirects} redirects`);
    }
    const url = new URL(redirect.location, next.url);
    if (url.protocol !== "https:") {
      throw new WebhookTransportError("exchange", `redirected to ${url.href}: webhooks must use https`);
    }
    if (url.host !== first.host) {
      credentials = undefined;
      address = undefined;
    }
    next = { method: redirect.method, url, body: redirect.keepsBody ? next.body : undefined };
  }
}

interface Answer extends WebhookReply {
  readonly location: string | undefined;
}

type Destination = Pick<WebhookRequest, "signal" | "maxBytes"> & {
  readonly credentials: WebhookRequest["credentials"] | undefined;
  readonly address: WebhookRequest["address"] | undefined;
};

/**
 * Sends a request and reads the response by events of the request and the response: streams that are iterated and
 * signals given to Node take twice the processor time of a call.
 */
function exchange(agent: https.Agent, request: Destination, { method, url, body }: Exchange): Promise<Answer> {
  const { address, signal } = request;
  const { hostname, port, host, pathname, search } = url;
  const named = hostname.replace(/^\[(.*)\]$/, "$1");
  const target = { host: address?.host ?? named, port: address?.port ?? (Number(port) || 443) };
  return new Promise((resolve, reject) => {
    const sent = https.request({
      agent,
      ...target,
      path: pathname + search,
      method,
      headers: {
        ...headersOf(request.credentials),
        host,
        ...(body === undefined ? {} : { "content-type": "application/json", "content-length": body.byteLength }),
      },
      ...(isIP(named) === 0 ? { servername: named } : {}),
    });
    const abort = () => sent.destroy(new Error("aborted"));
    signal.addEventListener("abort", abort);
    sent.on("close", () => signal.removeEventListener("abort", abort));
    let hasBegun = false;
    sent.on("response", (response) => {
      hasBegun = true;
      readBody(response, request.maxBytes, { resolve, reject });
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (hasBegun) {
        // readBody() reports this error.
        return;
      }
      if (isStale(error, sent.reusedSocket) && !signal.aborted) {
        // The webhook closed a kept-alive connection before it answered: the request is sent again on another one.
        exchange(agent, request, { method, url, body }).then(resolve, reject);
        return;
      }
      const message = explainNetworkError(error, { ...target, isConnected: sent.socket !== null });
      reject(new WebhookTransportError("exchange", message, { cause: error }));
    });
    if (signal.aborted) {
      abort();
    }
    sent.end(body);
  });
}

function isStale(error: NodeJS.ErrnoException, isReused: boolean): boolean {
  return isReused && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function headersOf(credentials: WebhookCredentials | undefined): Record<string, string> {
  const { token, username, password = "" } = credentials ?? {};
  const basic = username === undefined ? undefined : Buffer.from(`${username}:${password}`).toString("base64");
  return {
    accept: "application/json, */*",
    "user-agent": "kube-apiserver-admission",
    ...(token !== undefined ? { authorization: `Bearer ${token}` } : {}),
    ...(token === undefined && basic !== undefined ? { authorization: `Basic ${basic}` } : {}),
  };
}

interface Outcome {
  resolve(answer: Answer): void;
  reject(error: WebhookTransportError): void;
}

function readBody(response: IncomingMessage, maxBytes: number, { resolve, reject }: Outcome): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on("data", (chunk: Buffer) => {
    length += chunk.byteLength;
    if (length > maxBytes) {
      reject(new WebhookTransportError("body", `the response is longer than ${maxBytes} bytes`));
      response.destroy();
      return;
    }
    chunks.push(chunk);
  });
  response.on("end", () =>
    resolve({
      status: response.statusCode ?? 0,
      contentType: response.headers["content-type"] ?? "",
      location: response.headers.location,
      body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks),
    }),
  );
  response.on("error", (cause) => reject(new WebhookTransportError("body", "unexpected EOF", { cause })));
}
