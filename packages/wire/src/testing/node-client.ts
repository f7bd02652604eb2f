import { once } from "node:events";
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { type RequestOptions, request as requestHttp1 } from "node:https";
import type { Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import {
  TEST_CA,
  TEST_CLIENT_CERT,
  TEST_CLIENT_KEY,
  TEST_SERVER_CERT,
  TEST_SERVER_KEY,
} from "@kiln/api/testing/certificates";
import { onTestFinished } from "vitest";
import type { ApiRequest, ApiResponse } from "../message.ts";
import { listen, type NodeListener } from "../node/node-adapter.ts";

type Handle = (request: ApiRequest) => Promise<ApiResponse> | ApiResponse;

interface ServeOptions {
  readonly clientCa?: string;
  readonly http2?: "own" | "node";
}

/** Server for one test: closed at its end, as everything opened here. */
export async function serve(handle: Handle, options: ServeOptions = {}): Promise<NodeListener> {
  const { clientCa = TEST_CA, http2 = "own" } = options;
  const server = { handle: async (request: ApiRequest) => handle(request) };
  const tls = { cert: TEST_SERVER_CERT, key: TEST_SERVER_KEY, clientCa };
  const listener = await listen(server, { tls, host: "127.0.0.1", port: 0, graceMs: 200, http2 });
  onTestFinished(() => listener.close());
  return listener;
}

const CLIENT = { ca: TEST_CA, cert: TEST_CLIENT_CERT, key: TEST_CLIENT_KEY };

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export function openHttp2({ port }: NodeListener, options: object = CLIENT): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: TEST_CA, ...options });
  session.on("error", () => {});
  onTestFinished(() => session.destroy());
  return session;
}

export async function ask2(session: ClientHttp2Session, asked: Asked = {}): Promise<Answer> {
  const { method = "GET", path = "/", headers = {}, body } = asked;
  const stream = session.request({ ":method": method, ":path": path, ...headers });
  stream.on("error", () => {});
  stream.end(body);
  const [answered] = (await once(stream, "response")) as [IncomingHttpHeaders];
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
  }
  return { status: Number(answered[":status"]), headers: answered, body: Buffer.concat(chunks) };
}

export async function ask1({ port }: NodeListener, asked: Asked = {}): Promise<Answer> {
  const { body, ...rest } = asked;
  const options: RequestOptions = { ...CLIENT, host: "127.0.0.1", port, agent: false, ...rest };
  const request = requestHttp1(options);
  request.on("error", () => {});
  request.end(body);
  const [response] = await once(request, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
  }
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A TLS connection on which the test sends arbitrary bytes. */
export async function openRaw({ port }: NodeListener, options: object = CLIENT): Promise<TLSSocket> {
  const socket = connectTls({ ca: TEST_CA, ...options, host: "127.0.0.1", port, ALPNProtocols: ["http/1.1"] });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "secureConnect");
  return socket;
}

export async function readToEnd(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
  });
  await once(socket, "close");
  return text;
}

export const text = (body: string): ApiResponse => ({
  status: 200,
  headers: { "content-type": "text/plain" },
  body: Buffer.from(body),
});
