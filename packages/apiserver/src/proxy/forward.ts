import { statusBadRequest, statusFromPlainError, statusNotImplemented, statusServiceUnavailable } from "@kiln/api";
import {
  type ApiRequest,
  type ApiResponse,
  isHtml,
  ProxyError,
  type ProxyReply,
  type ProxyTls,
  type ProxyTransport,
  rewriteHeaders,
  rewritePage,
} from "@kiln/wire";
import { readBodyBytes } from "../http/read-body.ts";
import type { Context } from "../request/context.ts";

/** Target of a proxied request. */
export interface Destination {
  readonly url: string;
  readonly tls: ProxyTls;
  readonly address?: { readonly host: string; readonly port: number } | undefined;
  /** Headers that replace the client's headers of the same names. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** True if only upgrade requests are allowed: exec, attach, portforward. */
  readonly needsUpgrade?: boolean;
  /** Timeout until the response begins. */
  readonly timeoutMs?: number;
  /** Path of this server that stands for the root of the target, if the response's links lead there. */
  readonly rootPath?: string;
}

/**
 * Headers that are not forwarded: those of the connection and of the body, credentials for this server, and
 * accept-encoding, because this server compresses the response itself.
 */
const DROPPED: ReadonlySet<string> = new Set([
  "accept-encoding",
  "authorization",
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Prefixes of headers that identify the client: only this server may set them. */
const IDENTITY_PREFIXES: readonly string[] = ["impersonate-", "x-remote-", ":"];

/**
 * Kubernetes: the bearer token may be a WebSocket protocol (request/websocket/protocol.go AuthenticateRequest, v1.36).
 */
const TOKEN_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

/** Forwards the client's request to another server and returns its response, protocol upgrades included. */
export async function forward(
  context: Context,
  transport: ProxyTransport | undefined,
  destination: Destination,
): Promise<ApiResponse> {
  const { request } = context;
  const upgrade = upgradeOf(request);
  if (transport === undefined) {
    throw statusNotImplemented(`${context.info.path}: this server cannot connect to other servers`);
  }
  if (destination.needsUpgrade === true && upgrade === undefined) {
    throw statusBadRequest("Upgrade request required");
  }
  const body = request.method === "GET" || request.method === "HEAD" ? undefined : await readBodyBytes(context);
  const reply = await sendOn(transport, upgrade, {
    method: request.method,
    url: destination.url,
    tls: destination.tls,
    address: destination.address,
    headers: {
      ...headersFor(request),
      ...destination.headers,
      ...(upgrade === undefined ? {} : { connection: "Upgrade", upgrade }),
    },
    ...(body === undefined || body.byteLength === 0 ? {} : { body }),
    ...(destination.timeoutMs === undefined ? {} : { timeoutMs: destination.timeoutMs }),
    signal: request.signal,
  });
  const { status, join } = reply;
  if (join !== undefined) {
    return { status, headers: reply.headers, join };
  }
  const { headers, body: content } = destination.rootPath === undefined ? reply : rewrite(reply, request, destination);
  // A refused upgrade is a plain response: as an event stream it would become a WebSocket of this server.
  return { status, headers, body: content, ...(upgrade === undefined ? { isEventStream: true } : {}) };
}

function rewrite(
  { headers, body }: ProxyReply,
  request: ApiRequest,
  { url, rootPath = "" }: Destination,
): Pick<ProxyReply, "headers" | "body"> {
  const root = { path: rootPath, host: new URL(url).host, requestHost: hostOf(request) };
  return { headers: rewriteHeaders(headers, root), body: isHtml(headers) ? rewritePage(body, root) : body };
}

function hostOf({ headers }: ApiRequest): string {
  return headers.host ?? headers[":authority"] ?? "";
}

async function sendOn(
  transport: ProxyTransport,
  upgrade: string | undefined,
  request: Parameters<ProxyTransport["send"]>[0],
): Promise<ProxyReply> {
  try {
    return await transport.send(request);
  } catch (error) {
    if (!(error instanceof ProxyError)) {
      throw error;
    }
    // Kubernetes: two messages for one error (util/proxy/upgradeaware.go ServeHTTP and tryUpgrade, v1.36).
    throw upgrade === undefined
      ? statusServiceUnavailable(`error trying to reach service: ${error.message}`)
      : statusFromPlainError(`error dialing backend: ${error.message}`);
  }
}

/** Protocol of the client's upgrade request, if its connection can be upgraded. */
export function upgradeOf({ headers }: Pick<ApiRequest, "headers">): string | undefined {
  const isAsked = headers.connection?.toLowerCase().includes("upgrade") === true;
  return isAsked ? headers.upgrade : undefined;
}

function headersFor({ headers, remoteAddress }: ApiRequest): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !DROPPED.has(name) && !IDENTITY_PREFIXES.some((prefix) => name.startsWith(prefix))) {
      kept[name] = value;
    }
  }
  const protocols = withoutToken(kept["sec-websocket-protocol"]);
  delete kept["sec-websocket-protocol"];
  const forwarded = [kept["x-forwarded-for"], remoteAddress].filter((part) => part !== undefined).join(", ");
  return {
    ...kept,
    ...(protocols === "" ? {} : { "sec-websocket-protocol": protocols }),
    ...(forwarded === "" ? {} : { "x-forwarded-for": forwarded }),
  };
}

function withoutToken(protocols: string | undefined): string {
  const names = (protocols ?? "").split(",").map((name) => name.trim());
  return names.filter((name) => !name.startsWith(TOKEN_PROTOCOL)).join(", ");
}
