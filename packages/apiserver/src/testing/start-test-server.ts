import { concatBytes, decodeUtf8, encodeUtf8, type JsonObject, parseJson } from "@kiln/api";
import { createManualClock, type ManualClock } from "@kiln/api/testing";
import { yieldTurn } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { type ApiRequest, type ApiResponse, BodyTooLarge, type RequestHeaders } from "@kiln/wire";
import { type ApiServer, createApiServer } from "../server.ts";
import type { ApiServerOptions } from "../server-options.ts";

export { STORED_BY_KUBERNETES } from "./stored-by-kubernetes.ts";

/** A test request. A body of text or bytes is sent unchanged; an object is sent as JSON. */
export interface TestRequest {
  readonly body?: JsonObject | string | Uint8Array;
  readonly headers?: RequestHeaders;
  /** False for an anonymous request; true by default. */
  readonly isAdmin?: boolean;
  readonly signal?: AbortSignal;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: ApiResponse["headers"];
  readonly bytes: Uint8Array;
  readonly text: string;
  /** JSON object in the body; undefined if it is none. */
  readonly json: JsonObject | undefined;
}

export interface TestServer {
  readonly server: ApiServer;
  readonly store: MemoryStore;
  readonly clock: ManualClock;
  /** Sends one request and reads the whole response. */
  send(method: string, target: string, request?: TestRequest): Promise<TestAnswer>;
  /** Sends one request and returns the response with its body unread, as a watch needs it. */
  open(method: string, target: string, request?: TestRequest): Promise<ApiResponse>;
  close(): Promise<void>;
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const ADMIN = { commonName: "test-admin", organizations: ["system:masters"], fingerprint: "test" };

/** A whole server on a memory store, with a clock that stands still and consecutive uids. */
export async function startTestServer(options: Partial<ApiServerOptions> = {}): Promise<TestServer> {
  const store = new MemoryStore();
  const clock = createManualClock(new Date("2026-01-02T03:04:05Z"));
  let uids = 0;
  const random = {
    uuid: () => `00000000-0000-4000-8000-${String(++uids).padStart(12, "0")}`,
    fraction: () => 0.5,
  };
  const without = { hasBootstrapPolicy: false, ownApiServices: "none" as const };
  const server = await createApiServer({ store, clock, random, log: SILENT, ...without, ...options });
  // Controllers start in the next turn, and some tests need the objects that they create.
  await yieldTurn();
  const open = (method: string, target: string, request: TestRequest = {}) =>
    server.handle(toApiRequest(method, target, request, new Set()));
  return {
    server,
    store,
    clock,
    open,
    send: async (method, target, request = {}) => {
      const over = new Set<() => void>();
      const answer = await readAnswer(await server.handle(toApiRequest(method, target, request, over)));
      for (const listener of over) {
        listener();
      }
      return answer;
    },
    close: async () => {
      void server.close();
      await store.close();
    },
  };
}

/** Adds to `over` the listeners to call when the client disconnects. */
function toApiRequest(method: string, target: string, request: TestRequest, over: Set<() => void>): ApiRequest {
  const { body, headers = {}, isAdmin = true, signal = new AbortController().signal } = request;
  const bytes =
    body instanceof Uint8Array ? body : encodeUtf8(typeof body === "object" ? JSON.stringify(body) : (body ?? ""));
  const type: RequestHeaders = body === undefined ? {} : { "content-type": "application/json" };
  return {
    method,
    target,
    headers: { ...type, ...headers },
    ...(isAdmin ? { peerCertificate: ADMIN } : {}),
    readBody: async (maxBytes) => {
      if (bytes.byteLength > maxBytes) {
        throw new BodyTooLarge(`more than ${maxBytes} bytes`);
      }
      return bytes;
    },
    signal,
    whenOver: (listener) => {
      over.add(listener);
      signal.addEventListener("abort", listener, { once: true });
    },
  };
}

async function readAnswer(response: ApiResponse): Promise<TestAnswer> {
  const { status, headers, body = new Uint8Array() } = response;
  const bytes = body instanceof Uint8Array ? body : await readAll(body);
  const text = decodeUtf8(bytes);
  return { status, headers, bytes, text, json: tryParse(text) };
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of body) {
    parts.push(chunk);
  }
  return concatBytes(parts);
}

function tryParse(text: string): JsonObject | undefined {
  try {
    return parseJson(text).value as JsonObject;
  } catch {
    return undefined;
  }
}
