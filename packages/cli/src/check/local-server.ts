import {
  asObject,
  createSystemClock,
  decodeJson,
  decodeUtf8,
  encodeJson,
  type JsonObject,
  type Random,
} from "@kiln/api";
import { type ApiServer, type CreateTrial, createApiServer, type TriedKind } from "@kiln/apiserver";
import { parseServiceNetwork } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { MemoryStore } from "@kiln/store/memory";
import { BodyTooLarge } from "@kiln/wire";

export interface LocalAnswer {
  readonly status: number;
  /** Decoded body, on first access. */
  readonly body: JsonObject;
  /** Body as sent. */
  readonly text: string;
  readonly warnings: readonly string[];
}

/** A Kiln server in this process, without a socket. */
export interface LocalServer {
  send(method: string, target: string, body?: JsonObject | Uint8Array): Promise<LocalAnswer>;
  /** Checks creates of a kind without storing them; undefined if other checks depend on its objects. */
  openTrial(kind: TriedKind, options: { readonly isDryRun: boolean }): CreateTrial | undefined;
  /**
   * Stores an object without validation, as if it had been stored before the rules existed. Returns its
   * resourceVersion.
   */
  plant(key: string, object: JsonObject): Promise<number>;
  /** Deletes the key from the store, bypassing the API. */
  uproot(key: string): Promise<void>;
  /** Drops earlier states of the store. Those of 50 MB of objects take more memory than the objects. */
  forgetHistory(): Promise<void>;
  close(): Promise<void>;
}

const ADMIN = { commonName: "kiln-check", organizations: ["system:masters"], fingerprint: "local" };
/** The user of {@link ADMIN}. */
const ACTOR = {
  user: { name: ADMIN.commonName, groups: [...ADMIN.organizations, "system:authenticated"] },
  program: ADMIN.commonName,
};

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** The largest range that Kubernetes takes: nothing is rejected because addresses of a smaller one ran out. */
const SERVICE_NETWORK = "10.0.0.0/12";

export interface LocalServerOptions {
  /** Store of the server; an empty one if absent. */
  readonly store?: Store;
  /** Random source; if absent, one with the same values in every run. */
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
    serviceNetwork: parseServiceNetwork(SERVICE_NETWORK).value,
  });
  return {
    send: (method, target, body) => send(server, { method, target, ...(body === undefined ? {} : { body }) }),
    openTrial: (kind, { isDryRun }) => server.openTrial(kind, { actor: ACTOR, isDryRun }),
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
    forgetHistory: () => store.compact(store.revision),
    async close() {
      await server.close();
      await store.close();
    },
  };
}

/** Random source with the same names and addresses in every run, so that outputs can be compared. */
function createSteadyRandom(): Random {
  let count = 0;
  let state = 1;
  return {
    uuid: () => `00000000-0000-4000-8000-${(++count).toString(16).padStart(12, "0")}`,
    // The pseudorandom generator of Park and Miller.
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
    // Created on access: few requests use it, and creating it costs more than much of their work.
    get signal() {
      return new AbortController().signal;
    },
  });
  const warnings = readWarnings([response.headers.warning ?? []].flat());
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
    warnings,
  };
}

/** Texts of warning headers of the form `299 - "text"`. */
export function readWarnings(headers: readonly string[]): string[] {
  return headers.map((each) => JSON.parse(each.slice("299 - ".length)) as string);
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
