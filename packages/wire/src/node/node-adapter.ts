import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createServer, type SecureContextOptions, type Server, type TLSSocket } from "node:tls";
import type { Handle } from "../message.ts";
import { hasForgedCertificate, isCertificateError } from "./node-connection.ts";
import { createCompressor } from "./node-gzip.ts";
import { createHttp1Server } from "./node-http1.ts";
import { createHttp2Server, type Http2Server } from "./node-http2.ts";
import type { Listening } from "./node-listening.ts";
import { answerPlainHttp } from "./node-plain-http.ts";

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** CA of client certificates. */
  readonly clientCa: string;
}

/** HTTP/1.1 and HTTP/2 over TLS on connections accepted elsewhere. */
export interface NodeAcceptor {
  /** Takes over a connection from which nothing was read. */
  accept(socket: Socket): void;
  /** Used for new connections; open ones keep their certificates. */
  renewTls(tls: TlsMaterial): void;
  /**
   * Accepts no more connections, ends long-running requests, and lets requests in flight finish within a time limit.
   */
  close(): Promise<void>;
}

/** HTTP/1.1 and HTTP/2 over TLS on one port. */
export interface NodeListener extends Omit<NodeAcceptor, "accept"> {
  readonly port: number;
}

export interface AcceptOptions {
  readonly tls: TlsMaterial;
  /** Called with the errors of responses that could not be sent completely. */
  readonly onBroken?: (error: unknown) => void;
  readonly graceMs?: number;
  /** Implementation of HTTP/2: Kiln's own or Node's. Defaults to Kiln's. */
  readonly http2?: "own" | "node";
}

export interface ListenOptions extends AcceptOptions {
  readonly host: string;
  readonly port: number;
}

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** A client whose host vanished is detected after a few of these. */
const KEEP_ALIVE_MS = 15_000;
const GRACE_MS = 3_000;

/** Options of the port's sockets; also used by another process that accepts them. */
export const socketOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };

export async function listen(server: { readonly handle: Handle }, options: ListenOptions): Promise<NodeListener> {
  const opened = await openTlsServer(server, options);
  await startListening(opened.tls, options);
  // A later error of the listening socket must not end the process.
  opened.tls.on("error", opened.listening.onBroken);
  const { port } = opened.tls.address() as AddressInfo;
  return { port, renewTls: (tls) => renewTls(opened, tls), close: () => close(opened) };
}

/** Serves connections that another process accepted. */
export async function openAcceptor(server: { readonly handle: Handle }, options: AcceptOptions): Promise<NodeAcceptor> {
  const opened = await openTlsServer(server, options);
  opened.tls.on("error", opened.listening.onBroken);
  return {
    accept(socket) {
      if (opened.listening.isClosing) {
        socket.destroy();
        return;
      }
      opened.tls.emit("connection", socket);
      socket.resume();
    },
    renewTls: (tls) => renewTls(opened, tls),
    close: () => close(opened),
  };
}

async function openTlsServer(server: { readonly handle: Handle }, options: AcceptOptions): Promise<Opened> {
  const listening: Listening = {
    handle: server.handle,
    compressor: createCompressor(),
    openHeaders: { bytes: 0 },
    onBroken: options.onBroken ?? (() => {}),
    connections: new Set(),
    eventStreams: new Set(),
    isClosing: false,
  };
  const http2 = options.http2 === "node" ? await openBuiltinHttp2(listening) : createHttp2Server(listening);
  const http1 = createHttp1Server(listening);
  const sockets = new Set<TLSSocket>();
  const tls = createTlsServer(options.tls);
  answerPlainHttp(tls);
  tls.on("secureConnection", (socket: TLSSocket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", (error) => isCertificateError(socket, error) || socket.destroy());
    const accept = () => (socket.alpnProtocol === "h2" ? http2.accept(socket) : http1.emit("connection", socket));
    if (hasForgedCertificate(socket)) {
      setImmediate(accept);
    } else {
      accept();
    }
  });
  return { tls, http1, http2, sockets, listening, graceMs: options.graceMs ?? GRACE_MS };
}

/** Loading Node's implementation takes a thirtieth of the start: only with the flag. */
async function openBuiltinHttp2(listening: Listening): Promise<Http2Server> {
  const { createBuiltinHttp2Server } = await import("./node-http2-builtin.ts");
  return createBuiltinHttp2Server(listening);
}

function renewTls({ tls }: Opened, material: TlsMaterial): void {
  tls.setSecureContext(toSecureContext(material));
}

function toSecureContext({ cert, key, clientCa }: TlsMaterial): SecureContextOptions {
  return { cert, key, ca: clientCa, minVersion: "TLSv1.2" };
}

function createTlsServer(material: TlsMaterial): Server {
  return createServer({
    ...toSecureContext(material),
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ["h2", "http/1.1"],
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    ...socketOptions,
  });
}

function startListening(tls: Server, { port, host }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    tls.once("error", reject);
    tls.listen(port, host, () => {
      tls.off("error", reject);
      resolve();
    });
  });
}

interface Opened {
  readonly tls: Server;
  readonly http1: HttpServer;
  readonly http2: Http2Server;
  readonly sockets: ReadonlySet<TLSSocket>;
  readonly listening: Listening;
  readonly graceMs: number;
}

async function close({ tls, http1, http2, sockets, listening, graceMs }: Opened): Promise<void> {
  listening.isClosing = true;
  const stopped = new Promise<void>((resolve) => {
    tls.close(() => resolve());
  });
  // Connections that another process accepted are not counted by the server.
  const closed = Promise.all([stopped, ...Array.from(sockets, whenClosed)]);
  for (const exchange of listening.eventStreams) {
    exchange.abort();
  }
  for (const connection of listening.connections) {
    connection.close();
  }
  http1.closeIdleConnections();
  const timer = setTimeout(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
  }, graceMs);
  await closed;
  clearTimeout(timer);
  http1.close();
  http2.close();
}

function whenClosed(socket: TLSSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
  });
}
