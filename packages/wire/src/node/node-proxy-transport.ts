import http from "node:http";
import https from "node:https";
import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { explainNetworkError, limitInterim, quoteGo } from "@kiln/api";
import type { ResponseHeaders } from "../message.ts";
import {
  ProxyError,
  type ProxyReply,
  type ProxyRequest,
  type ProxyTls,
  type ProxyTransport,
} from "../proxy-transport.ts";

/**
 * Maximum number of agents. There is one for each set of authorities and certificates, which belong to a connection and
 * not to a request.
 */
const MAX_AGENTS = 200;

const IDLE_MS = 90_000;

export function openProxyTransport(): ProxyTransport {
  const agents = new Map<string, https.Agent>();
  const plain = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  return {
    send: (request) => exchange(request, request.url.startsWith("https:") ? agentFor(agents, request.tls) : plain),
    close() {
      for (const agent of [...agents.values(), plain]) {
        agent.destroy();
      }
      agents.clear();
    },
  };
}

/** Agent for the certificates, newly created if needed; the least recently used one is evicted. */
function agentFor(agents: Map<string, https.Agent>, { ca, cert, key, isUnverified }: ProxyTls): https.Agent {
  const id = JSON.stringify([ca, cert, key, isUnverified]);
  const agent =
    agents.get(id) ??
    new https.Agent({
      keepAlive: true,
      timeout: IDLE_MS,
      // A CA bundle may contain the serving certificate itself, as for webhooks.
      allowPartialTrustChain: true,
      rejectUnauthorized: isUnverified !== true,
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined || key === undefined ? {} : { cert, key }),
    });
  agents.delete(id);
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

function exchange(request: ProxyRequest, agent: http.Agent): Promise<ProxyReply> {
  const { method, body, headers, address, signal, timeoutMs } = request;
  const url = new URL(request.url);
  const named = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isSecure = url.protocol === "https:";
  const target = { host: address?.host ?? named, port: address?.port ?? (Number(url.port) || (isSecure ? 443 : 80)) };
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? https : http).request({
      agent,
      ...target,
      path: url.pathname + url.search,
      method,
      signal,
      headers: { host: url.host, ...headers, ...(body === undefined ? {} : { "content-length": body.byteLength }) },
      ...(isSecure && isIP(named) === 0 ? { servername: named } : {}),
    });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => sent.destroy(new Error("context deadline exceeded")), timeoutMs);
    const begin = (reply: ProxyReply) => {
      clearTimeout(timer);
      resolve(reply);
    };
    limitInterim(sent);
    sent.once("response", (response) => begin(toReply(response)));
    sent.once("upgrade", (response, socket, head) => {
      if (headers.upgrade === undefined) {
        // Kubernetes: refused by Go's reverse proxy (net/http/httputil/reverseproxy.go handleUpgradeResponse, Go 1.26).
        const protocol = response.headers.upgrade ?? "";
        socket.destroy();
        clearTimeout(timer);
        reject(new ProxyError(`backend tried to switch protocol ${quoteGo(protocol)} when "" was requested`));
        return;
      }
      begin(toUpgrade(response, socket, head));
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      if (sent.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE")) {
        // The other server closed a kept-alive connection before it answered: the request is sent again on another
        // connection.
        exchange(request, agent).then(resolve, reject);
        return;
      }
      const message = explainNetworkError(error, { ...target, isConnected: sent.socket !== null });
      reject(new ProxyError(message, { cause: error }));
    });
    sent.end(body);
  });
}

/** Headers that belong to one connection. A response that switches protocols keeps the last two. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(["keep-alive", "proxy-connection", "transfer-encoding"]);
const UPGRADE_HEADERS: ReadonlySet<string> = new Set(["connection", "upgrade"]);

function toReply(response: http.IncomingMessage): ProxyReply {
  const headers = headersOf(response, (name) => !UPGRADE_HEADERS.has(name) && name !== "content-length");
  return { status: response.statusCode ?? 502, headers, body: response };
}

function toUpgrade(response: http.IncomingMessage, socket: Duplex, head: Buffer): ProxyReply {
  if (head.length > 0) {
    socket.unshift(head);
  }
  return {
    status: response.statusCode ?? 101,
    headers: headersOf(response, () => true),
    body: { async *[Symbol.asyncIterator]() {} },
    join: (connection) => joinStreams(connection as Socket, socket as Socket),
  };
}

function headersOf(response: http.IncomingMessage, isKept: (name: string) => boolean): ResponseHeaders {
  const headers: ResponseHeaders = {};
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    if (values !== undefined && !CONNECTION_HEADERS.has(name) && isKept(name)) {
      headers[name] = values.length === 1 ? (values[0] as string) : values;
    }
  }
  return headers;
}

/** Copies bytes in both directions, at the slower end's pace, until one end closes; then closes the other. */
function joinStreams(client: Socket, server: Socket): void {
  client.setTimeout(0);
  server.setTimeout(0);
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.on("error", () => from.destroy());
    from.once("close", () => to.destroySoon());
    from.pipe(to);
  }
}
