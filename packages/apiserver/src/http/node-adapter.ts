import type { OutgoingHttpHeaders } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import type { TLSSocket } from "node:tls";
import type { ApiServer } from "../server.ts";
import { type ApiRequest, type ApiResponse, BodyTooLarge, type PeerCertificate } from "./message.ts";

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  /** Signs the certificates of clients. */
  readonly clientCa: string;
}

/** HTTP/1.1 and HTTP/2 over TLS on one port. */
export interface NodeListener {
  readonly port: number;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly tls: TlsMaterial;
  readonly host: string;
  readonly port: number;
}

export async function listen(server: ApiServer, options: ListenOptions): Promise<NodeListener> {
  const { tls, host, port } = options;
  const http = createSecureServer({
    cert: tls.cert,
    key: tls.key,
    ca: tls.clientCa,
    requestCert: true,
    rejectUnauthorized: false,
    allowHTTP1: true,
  });
  const sockets = new Set<TLSSocket>();
  http.on("secureConnection", (socket: TLSSocket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  });
  http.on("request", (request, response) => {
    void serve(server, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.off("error", reject);
      resolve();
    });
  });
  return { port: portOf(http), close: () => closeAll(http, sockets) };
}

function portOf(http: Http2SecureServer): number {
  const address = http.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function closeAll(http: Http2SecureServer, sockets: ReadonlySet<TLSSocket>): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    for (const socket of sockets) {
      socket.destroy();
    }
  });
}

async function serve(server: ApiServer, request: Http2ServerRequest, response: Http2ServerResponse): Promise<void> {
  response.on("error", () => response.destroy());
  await write(await server.handle(toApiRequest(request, response)), response);
}

function toApiRequest(request: Http2ServerRequest, response: Http2ServerResponse): ApiRequest {
  const peerCertificate = peerCertificateOf(request.socket as TLSSocket);
  let controller: AbortController | undefined;
  return {
    method: request.method,
    target: request.url,
    headers: request.headers as Record<string, string | undefined>,
    ...(peerCertificate === undefined ? {} : { peerCertificate }),
    readBody: (maxBytes) => readBody(request, maxBytes),
    get signal() {
      if (controller === undefined) {
        const made = new AbortController();
        controller = made;
        response.once("close", () => made.abort());
      }
      return controller.signal;
    },
  };
}

async function readBody(request: Http2ServerRequest, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new BodyTooLarge(`more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

const peers = new WeakMap<TLSSocket, PeerCertificate | null>();

function peerCertificateOf(socket: TLSSocket): PeerCertificate | undefined {
  const known = peers.get(socket);
  if (known !== undefined) {
    return known ?? undefined;
  }
  const found = readPeerCertificate(socket);
  peers.set(socket, found ?? null);
  return found;
}

function readPeerCertificate(socket: TLSSocket): PeerCertificate | undefined {
  if (!socket.authorized) {
    return undefined;
  }
  const { subject, fingerprint256 } = socket.getPeerCertificate();
  const organizations = subject.O === undefined ? [] : [subject.O].flat();
  return { commonName: String(subject.CN ?? ""), organizations, fingerprint: fingerprint256 };
}

async function write(answer: ApiResponse, response: Http2ServerResponse): Promise<void> {
  const { status, headers, body } = answer;
  if (body === undefined || body instanceof Uint8Array) {
    response.writeHead(status, { ...headers, "content-length": body?.byteLength ?? 0 } as OutgoingHttpHeaders);
    response.end(body ?? "");
    return;
  }
  response.writeHead(status, { ...headers } as OutgoingHttpHeaders);
  // A watch may have nothing to say for a long time; that it has begun must be known at once.
  response.flushHeaders();
  for await (const chunk of body) {
    if (response.destroyed) {
      break;
    }
    if (!response.write(chunk)) {
      await new Promise<void>((resolve) => {
        response.once("drain", resolve);
        response.once("close", resolve);
      });
    }
  }
  response.end();
}
