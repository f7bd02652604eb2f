import {
  asObject,
  type Clock,
  concatBytes,
  decodeUtf8,
  encodeUtf8,
  type JsonObject,
  parseJson,
  type Random,
} from "@kiln/api";
import { type ApiServer, type BuiltInKinds, createApiServer, createBuiltInKinds } from "@kiln/apiserver";
import { allFeatures } from "@kiln/kinds";
import { MemoryStore } from "@kiln/store/memory";
import { type ApiRequest, type ApiResponse, BodyTooLarge, type RequestHeaders } from "@kiln/wire";

export interface WorldRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: RequestHeaders;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}

export interface WorldAnswer {
  readonly status: number;
  readonly headers: ApiResponse["headers"];
  readonly text: string;
  /** Decoded body; an empty object if it is no JSON object. */
  readonly json: JsonObject;
  readonly warnings: readonly string[];
}

/** An API server with a store of its own, in this thread. */
export interface World {
  /** Sends one request as an administrator and collects the answer. */
  send(request: WorldRequest): Promise<WorldAnswer>;
  /** Sends one request without reading the body, for a watch. */
  open(request: WorldRequest): Promise<ApiResponse>;
  close(): Promise<void>;
}

/** Creates API servers with empty stores. Built-in kinds are compiled once for all of them. */
export interface Worlds {
  open(): Promise<World>;
}

export interface WorldOptions {
  readonly clock: Clock;
  readonly random: Random;
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const ADMIN = { commonName: "playground", organizations: ["system:masters"], fingerprint: "local" };

/**
 * Starts the first server, from whose store further ones are forked: it has the namespaces that every server starts
 * with. A further server costs about a millisecond.
 */
export async function openWorlds(options: WorldOptions): Promise<Worlds> {
  const kinds = createBuiltInKinds({ semantics: "kep", features: allFeatures });
  const base = new MemoryStore();
  const first = await startServer(base, kinds, options);
  await first.close();
  return {
    async open() {
      const store = base.fork();
      const server = await startServer(store, kinds, options);
      return {
        send: (request) => send(server, request),
        open: (request) => server.handle(toApiRequest(request)),
        async close() {
          await server.close();
          await store.close();
        },
      };
    },
  };
}

function startServer(store: MemoryStore, kinds: BuiltInKinds, { clock, random }: WorldOptions): Promise<ApiServer> {
  return createApiServer({
    store,
    kinds,
    clock,
    random,
    log: SILENT,
    hasBootstrapPolicy: false,
    ownApiServices: "none",
  });
}

function toApiRequest({ method, target, headers = {}, body = "", signal }: WorldRequest): ApiRequest {
  const bytes = typeof body === "string" ? encodeUtf8(body) : body;
  const over = new AbortController();
  return {
    method,
    target,
    headers: { accept: "application/json", "content-type": "application/json", ...headers },
    peerCertificate: ADMIN,
    readBody: async (maxBytes) => {
      if (bytes.byteLength > maxBytes) {
        throw new BodyTooLarge(`more than ${maxBytes} bytes`);
      }
      return bytes;
    },
    signal: signal ?? over.signal,
  };
}

async function send(server: ApiServer, request: WorldRequest): Promise<WorldAnswer> {
  const response = await server.handle(toApiRequest(request));
  const text = decodeUtf8(await readAll(response.body));
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? asObject(parseJson(text, { maxBytes: Number.POSITIVE_INFINITY }).value) : {},
    // Warnings have the form `299 - "text"`.
    warnings: [response.headers.warning ?? []].flat().map((each) => JSON.parse(each.slice("299 - ".length)) as string),
  };
}

async function readAll(body: ApiResponse["body"]): Promise<Uint8Array> {
  if (body === undefined || body instanceof Uint8Array) {
    return body ?? new Uint8Array();
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}
