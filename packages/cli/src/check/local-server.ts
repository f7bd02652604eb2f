import {
  asObject,
  createSystemClock,
  decodeJson,
  decodeUtf8,
  encodeJson,
  type JsonObject,
  type Random,
} from "@kiln/api";
import { type ApiServer, createApiServer } from "@kiln/apiserver";
import type { Store } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { BodyTooLarge } from "@kiln/wire";

export interface LocalAnswer {
  readonly status: number;
  /** Decoded when it is first requested. */
  readonly body: JsonObject;
  /** As it was sent. */
  readonly text: string;
  readonly warnings: readonly string[];
}

/** The server itself, in this process and without a socket: its responses are those of any Kiln. */
export interface LocalServer {
  send(method: string, target: string, body?: JsonObject | Uint8Array): Promise<LocalAnswer>;
  /**
   * Stores an object without validation: as if it had been stored before the rules existed. Returns its
   * resourceVersion.
   */
  plant(key: string, object: JsonObject): Promise<number>;
  /** Deletes the key from the store. */
  uproot(key: string): Promise<void>;
  close(): Promise<void>;
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const ADMIN = { commonName: "kiln-check", organizations: ["system:masters"], fingerprint: "local" };

export interface LocalServerOptions {
  /** An empty one if absent. */
  readonly store?: Store;
  /** The same values in every run if absent. */
  readonly random?: Random;
}

export async function openLocalServer(
  semantics: "kep" | "upstream",
  { store = new MemoryStore(), random = createSteadyRandom() }: LocalServerOptions = {},
): Promise<LocalServer> {
  const server = await createApiServer({
    store,
    log: SILENT,
    clock: createSystemClock(globalThis),
    random,
    semantics,
    hasBootstrapPolicy: false,
    ownApiServices: "none",
  });
  return {
    send: (method, target, body) => send(server, { method, target, ...(body === undefined ? {} : { body }) }),
    plant(key, object) {
      const before = store.peek(key);
      const bytes = encodeJson(object);
      return before === undefined ? store.create(key, bytes) : store.replace(key, bytes, before);
    },
    async uproot(key) {
      const before = store.peek(key);
      if (before !== undefined) {
        await store.delete(key, before);
      }
    },
    async close() {
      server.close();
      await store.close();
    },
  };
}

/** The same names and addresses in every run, so that outputs can be compared. */
function createSteadyRandom(): Random {
  let count = 0;
  let state = 1;
  return {
    uuid: () => `00000000-0000-4000-8000-${(++count).toString(16).padStart(12, "0")}`,
    // The generator of Park and Miller.
    fraction() {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    },
  };
}

async function send(
  server: ApiServer,
  {
    method,
    target,
    body,
  }: { readonly method: string; readonly target: string; readonly body?: JsonObject | Uint8Array },
): Promise<LocalAnswer> {
  const content = body === undefined ? new Uint8Array() : body instanceof Uint8Array ? body : encodeJson(body);
  const response = await server.handle({
    method,
    target,
    headers: { accept: "application/json", "content-type": "application/json", "user-agent": "kiln-check" },
    peerCertificate: ADMIN,
    async readBody(maxBytes) {
      if (content.byteLength > maxBytes) {
        throw new BodyTooLarge();
      }
      return content;
    },
    // Few requests use it, and making one costs more than much of their work.
    get signal() {
      return new AbortController().signal;
    },
  });
  const warnings = [response.headers.warning ?? []].flat();
  const bytes = await readAll(response.body);
  // Unknown paths are answered in plain text.
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  let decoded: JsonObject | undefined;
  return {
    status: response.status,
    get body() {
      decoded ??= isJson ? decodeBody(bytes) : {};
      return decoded;
    },
    get text() {
      return decodeUtf8(bytes);
    },
    // `299 - "text"`.
    warnings: warnings.map((each) => JSON.parse(each.slice("299 - ".length)) as string),
  };
}

function decodeBody(bytes: Uint8Array): JsonObject {
  const { value } = decodeJson(bytes, { maxBytes: Number.POSITIVE_INFINITY });
  return asObject(value);
}

async function readAll(body: Uint8Array | AsyncIterable<Uint8Array> | undefined): Promise<Uint8Array> {
  if (body === undefined || body instanceof Uint8Array) {
    return body ?? new Uint8Array();
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
