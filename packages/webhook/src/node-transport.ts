import { isIP } from "node:net";
import { explainNetworkError, maxRedirects, redirectOf } from "@kiln/api";
import { type HttpResponse, ResponseError, type Sending } from "./node-connection.ts";
import { type ConnectionTarget, type HttpClient, loadHttpClient, NodeConnections } from "./node-connections.ts";
import {
  type WebhookCredentials,
  type WebhookReply,
  type WebhookRequest,
  type WebhookTransport,
  WebhookTransportError,
} from "./transport.ts";

/**
 * Maximum number of pools of connections. There is one for each set of authorities and certificates, which belong to a
 * connection and not to a request.
 */
const MAX_POOLS = 200;

export function openWebhookTransport(): WebhookTransport {
  const pools: Pools = new Map();
  let http: HttpClient | undefined;
  return {
    async post(request) {
      http ??= await loadHttpClient();
      const client = http;
      return follow(() => poolFor(pools, client, request), request);
    },
    close() {
      for (const pool of pools.values()) {
        pool.close();
      }
      pools.clear();
    },
  };
}

type Pools = Map<string | undefined, NodeConnections>;

/** Pool for the certificates, newly created if needed; the least recently used one is evicted. */
function poolFor(pools: Pools, client: HttpClient, request: WebhookRequest): NodeConnections {
  const { caBundle, credentials } = request;
  const { cert, key } = credentials ?? {};
  // A bundle alone is its own id, which costs nothing; text that could be a list is not.
  const isAlone = cert === undefined && caBundle?.startsWith("[") === false;
  const id = isAlone ? caBundle : JSON.stringify([caBundle, cert, key]);
  const known = pools.get(id);
  pools.delete(id);
  const pool = known ?? new NodeConnections(client, request);
  pools.set(id, pool);
  for (const [oldest, idle] of pools) {
    if (pools.size <= MAX_POOLS) {
      break;
    }
    pools.delete(oldest);
    idle.retire();
  }
  return pool;
}

interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly body: Uint8Array | undefined;
}

/** Credentials and the resolved address of a Service are for the host of the first URL only. */
async function follow(open: () => NodeConnections, request: WebhookRequest): Promise<WebhookReply> {
  const first = new URL(request.url);
  let { credentials, address } = request;
  let next: Exchange = { method: "POST", url: first, body: request.body };
  for (let redirects = 0; ; redirects++) {
    const { location, ...reply } = await exchange(
      open,
      { signal: request.signal, maxBytes: request.maxBytes, credentials, address },
      next,
    );
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

interface Destination extends Pick<WebhookRequest, "signal" | "maxBytes"> {
  readonly credentials: WebhookRequest["credentials"] | undefined;
  readonly address: WebhookRequest["address"] | undefined;
}

async function exchange(open: () => NodeConnections, destination: Destination, what: Exchange): Promise<HttpResponse> {
  const { address, credentials, maxBytes, signal } = destination;
  const { hostname, port, pathname, search } = what.url;
  const serverName = hostname.replace(/^\[(.*)\]$/, "$1");
  const target = { host: address?.host ?? serverName, port: address?.port ?? (Number(port) || 443), serverName };
  const sending: Sending = {
    method: what.method,
    path: pathname + search,
    headers: headersOf(credentials, what),
    body: what.body,
    serverName: isIP(serverName) === 0 ? serverName : undefined,
    maxBytes,
  };
  try {
    return await send(open(), target, { sending, signal });
  } catch (error) {
    if (error instanceof ResponseError) {
      throw new WebhookTransportError("body", error.message, { cause: error });
    }
    throw new WebhookTransportError("exchange", explain(error as NodeJS.ErrnoException, target), { cause: error });
  }
}

/** Error text of Go's HTTP client. */
function explain(error: NodeJS.ErrnoException, target: ConnectionTarget): string {
  const { code = "", message } = error;
  if (code === "UND_ERR_SOCKET") {
    return message === "bad upgrade" ? "the webhook switched to another protocol" : "EOF";
  }
  return code.startsWith("HPE_") || code.startsWith("UND_ERR_")
    ? `net/http: HTTP/1.x transport connection broken: ${message}`
    : explainNetworkError(error, { ...target, isConnected: true });
}

interface Outgoing {
  readonly sending: Sending;
  readonly signal: AbortSignal;
}

/** Sends the request again over another connection if the webhook closed an idle one before it received the request. */
async function send(
  pool: NodeConnections,
  target: ConnectionTarget,
  { sending, signal }: Outgoing,
): Promise<HttpResponse> {
  for (;;) {
    if (signal.aborted) {
      throw new Error("aborted");
    }
    const connection = pool.take(target);
    const isReused = connection.hasAnswered;
    const abort = () => connection.destroy();
    signal.addEventListener("abort", abort);
    try {
      const response = await connection.send(sending);
      pool.release(target, connection);
      return response;
    } catch (error) {
      connection.destroy();
      if (!isReused || !isClosed(error) || signal.aborted) {
        throw error;
      }
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }
}

function isClosed(error: unknown): boolean {
  const { code = "" } = error as NodeJS.ErrnoException;
  return ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(code);
}

/** Names and values of headers in turn. */
function headersOf(credentials: WebhookCredentials | undefined, { url, body }: Exchange): string[] {
  return [
    "host",
    url.host,
    "accept",
    "application/json, */*",
    "user-agent",
    "kube-apiserver-admission",
    ...authorization(credentials),
    ...(body === undefined ? [] : ["content-type", "application/json"]),
  ];
}

function authorization({ token, username, password = "" }: WebhookCredentials = {}): string[] {
  if (token !== undefined) {
    return ["authorization", `Bearer ${token}`];
  }
  if (username === undefined) {
    return [];
  }
  return ["authorization", `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`];
}
