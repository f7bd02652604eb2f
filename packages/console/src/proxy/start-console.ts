import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Transport } from "@kiln/client";
import { printSecurityHeader } from "@kiln/page/security-policy";
import { checkHost, checkSource } from "./check-source.ts";
import { checkTarget } from "./check-target.ts";
import { forward } from "./forward.ts";
import { CLUSTER_PATH, KEY_HEADER, KEY_PROTOCOL, SESSION_PATH, STREAM_PATH } from "./names.ts";
import { answerOwn, type OwnAnswer } from "./own-answer.ts";
import type { PageFiles } from "./page-files.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createWatchStreams, type WatchStreams } from "./stream-watch.ts";

/** Description of the cluster for the page, without credentials. */
export interface ClusterInfo {
  readonly server: string;
  readonly context?: string;
  readonly namespace: string;
}

export interface ConsoleOptions {
  /** Transport to the cluster as the user of the kubeconfig. Closed with the console. */
  readonly transport: Transport;
  readonly cluster: ClusterInfo;
  readonly files: PageFiles;
  /** Port to listen on; 0 for any free port. */
  readonly port: number;
  readonly nowMs?: () => number;
}

export interface Console {
  readonly port: number;
  /** A link that works once; invalidates the previous one. */
  newLink(): string;
  close(): Promise<void>;
}

/** Loopback: reachable from this machine only. */
const HOST = "127.0.0.1";
const MAX_TOKEN_BYTES = 1024;

const NO_SESSION: OwnAnswer = {
  status: 401,
  problem: "session",
  text: "this session has ended: run kiln console again and open the new link",
};

/**
 * Starts a loopback server for one browser: it serves the page, and is a proxy to the cluster for sessions that its
 * link opened.
 */
export async function startConsole(options: ConsoleOptions): Promise<Console> {
  const { transport, nowMs = Date.now } = options;
  const sessions = createSessions({ randomText: () => randomBytes(32).toString("base64url"), nowMs });
  const streams = createWatchStreams(transport);
  const server = createServer();
  const port = await listen(server, options.port);
  const handling: Handling = { ...options, sessions, streams, port };
  server.on("request", (request, response) => {
    answer(request, response, handling).catch(() => response.destroy());
  });
  server.on("upgrade", (request, socket, head) => upgrade({ request, socket, head }, handling));
  return {
    port,
    newLink: () => `http://${HOST}:${port}/#token=${sessions.issueToken()}`,
    async close() {
      streams.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      transport.close();
    },
  };
}

interface Handling extends ConsoleOptions {
  readonly sessions: Sessions;
  readonly streams: WatchStreams;
  readonly port: number;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, handling: Handling): Promise<void> {
  setCommonHeaders(response);
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const isFile = path !== SESSION_PATH && !path.startsWith(`${CLUSTER_PATH}/`);
  const refusal =
    checkHost(request.headers.host, handling.port) ??
    (isFile ? undefined : checkSource(sourceOf(request), handling.port));
  if (refusal !== undefined) {
    answerOwn(response, { status: 403, problem: "request", text: refusal });
  } else if (isFile) {
    answerFile(request, response, handling.files.get(path === "/" ? "/index.html" : path));
  } else if (path === SESSION_PATH && request.method === "POST") {
    await openSession(request, response, handling);
  } else {
    await answerSession(request, response, handling);
  }
}

/** Security headers of every response: no sniffing, framing, shared caching or referrers. */
function setCommonHeaders(response: ServerResponse): void {
  response.setHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  response.setHeader("cache-control", "no-store");
}

function sourceOf({ method = "GET", headers }: IncomingMessage) {
  const site = headers["sec-fetch-site"];
  return { method, origin: headers.origin, site: typeof site === "string" ? site : undefined };
}

async function openSession(
  request: IncomingMessage,
  response: ServerResponse,
  { sessions, port }: Handling,
): Promise<void> {
  let token = "";
  for await (const chunk of request) {
    token += String(chunk);
    if (token.length > MAX_TOKEN_BYTES) {
      answerOwn(response, { status: 413, problem: "request", text: "this is no token" });
      return;
    }
  }
  const exchanged = sessions.exchange(token);
  if ("refusal" in exchanged) {
    const text = `${exchanged.refusal}: run kiln console again, or press Enter where it runs, for a new one`;
    answerOwn(response, { status: 401, problem: "session", text });
    return;
  }
  const { cookie, key } = exchanged.session;
  response.setHeader("set-cookie", `${cookieName(port)}=${cookie}; HttpOnly; SameSite=Strict; Path=/`);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ key }));
}

async function answerSession(request: IncomingMessage, response: ServerResponse, handling: Handling): Promise<void> {
  const key = request.headers[KEY_HEADER];
  if (!handling.sessions.isLive(cookieOf(request, handling.port), typeof key === "string" ? key : undefined)) {
    answerOwn(response, NO_SESSION);
    return;
  }
  const url = request.url ?? "/";
  if (!url.startsWith(`${CLUSTER_PATH}/`)) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(handling.cluster));
    return;
  }
  const target = url.slice(CLUSTER_PATH.length);
  const refusal = checkTarget(request.method ?? "GET", target);
  if (refusal !== undefined) {
    answerOwn(response, { status: 403, problem: "request", text: refusal });
    return;
  }
  await forward(request, response, { transport: handling.transport, target });
}

function answerFile(request: IncomingMessage, response: ServerResponse, file: ReturnType<PageFiles["get"]>): void {
  if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
    answerOwn(response, { status: 404, problem: "request", text: "the console has no such file" });
    return;
  }
  response.setHeader("content-security-policy", printSecurityHeader({ hasServer: true }));
  response.setHeader("cache-control", "no-cache");
  if (request.headers["if-none-match"] === file.etag) {
    response.writeHead(304, { etag: file.etag });
    response.end();
    return;
  }
  response.writeHead(200, { "content-type": file.type, "content-length": file.bytes.length, etag: file.etag });
  response.end(request.method === "HEAD" ? undefined : file.bytes);
}

interface RawUpgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Opens a WebSocket. The key is among its subprotocols, because scripts cannot set its headers. */
function upgrade({ request, socket, head }: RawUpgrade, handling: Handling): void {
  socket.on("error", () => socket.destroy());
  const [path, query = ""] = (request.url ?? "/").split("?", 2);
  const params = new URLSearchParams(query);
  const protocols = String(request.headers["sec-websocket-protocol"] ?? "").split(/, */);
  const key = protocols.find((name) => name.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length);
  const target = params.get("target") ?? "";
  const mayPass =
    path === STREAM_PATH &&
    request.headers.origin !== undefined &&
    checkHost(request.headers.host, handling.port) === undefined &&
    checkSource(sourceOf(request), handling.port) === undefined &&
    handling.sessions.isLive(cookieOf(request, handling.port), key) &&
    checkTarget("GET", target) === undefined;
  if (!mayPass) {
    socket.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    return;
  }
  handling.streams.open({ request, socket, head, target, accept: params.get("accept") ?? undefined });
}

/**
 * Name of the cookie, which contains the port: cookies ignore ports, and two consoles on one machine must not overwrite
 * each other's.
 */
function cookieName(port: number): string {
  return `kiln-console-${port}`;
}

function cookieOf(request: IncomingMessage, port: number): string | undefined {
  const cookies = (request.headers.cookie ?? "").split(/; */);
  const prefix = `${cookieName(port)}=`;
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
}
