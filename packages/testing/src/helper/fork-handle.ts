import { asObject, asObjects, durationToMs, encodeUtf8, type JsonObject, parseDuration, textAt } from "@kiln/api";
import { readAnswer, type Transport } from "@kiln/client";
import {
  expectNoWrites,
  expectWrites,
  type SettleOptions,
  type WriteCount,
  waitUntilSettled,
} from "./expect-requests.ts";
import type { FaultSpecObject, LoggedRequest } from "./handle-types.ts";

const GROUP_PATH = "/apis/testing.kiln.dev/v1";
const MERGE_PATCH = "application/merge-patch+json";

export interface InjectedFault {
  counts(): Promise<{ readonly matched: number; readonly injected: number }>;
  remove(): Promise<void>;
}

/** A cluster for one test. */
export interface ForkHandle {
  readonly name: string;
  readonly url: string;
  /** A complete kubeconfig with the fork's own credentials. */
  readonly kubeconfig: string;
  /** The platform's fetch for paths of this cluster (`/api/v1/pods`) or URLs below {@link url}. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Resets the fork to its initial state. */
  reset(): Promise<void>;
  delete(): Promise<void>;
  /** Stops the clock, at `time` if it is given. */
  stopClock(time?: Date): Promise<void>;
  /** Advances the clock by a duration such as 1h30m. Resolves when work that became due is done. */
  advance(duration: string): Promise<void>;
  inject(name: string, spec: FaultSpecObject): Promise<InjectedFault>;
  /** Requests of clients, oldest first; `after` is the number of a log entry. */
  requests(after?: number): Promise<readonly LoggedRequest[]>;
  /** Waits until no client writes any more, and returns the requests until then. Throws if writes do not stop. */
  settled(options?: SettleOptions): Promise<readonly LoggedRequest[]>;
  /** Throws unless clients wrote to the resource, such as `backups.example.com/status`, exactly this often. */
  expectWrites(resource: string, expected: WriteCount): Promise<void>;
  /** Throws if a client writes within this time: an operator in a steady state only reads. */
  expectNoWrites(options?: { readonly forMs?: number }): Promise<void>;
}

export interface ForkHandleOptions {
  readonly transport: Transport;
  readonly object: JsonObject;
  /** Transport to the base cluster. */
  readonly base: Transport;
}

export function createForkHandle({ transport, base, object }: ForkHandleOptions): ForkHandle {
  const name = textAt(asObject(object.metadata), "name");
  const url = textAt(asObject(object.status), "url");
  const prefix = `/clusters/${name}`;
  let last = object;
  const call = (line: string, body?: JsonObject) => callTesting(transport, `${prefix}${GROUP_PATH}`, line, body);
  const callBase = (line: string, body?: JsonObject) => callTesting(base, GROUP_PATH, line, body);
  const requests = (after = 0) => readLog(transport, `${prefix}/testing/log?after=${after}`);
  return {
    name,
    url,
    kubeconfig: textAt(asObject(object.status), "kubeconfig"),
    fetch: (input, init) => fetchBy(transport, { url, prefix }, new Request(toAddress(input, url), init)),
    async reset() {
      const raise = (known: JsonObject) =>
        callBase(`PATCH /forks/${name}`, { spec: { resets: Number(asObject(known.spec).resets ?? 0) + 1 } });
      const raised = await raise(last).catch(() => undefined);
      // Another client may have reset the fork meanwhile; then the number does not increase again.
      const isReset = raised !== undefined && generationOf(raised) === generationOf(last) + 1;
      last = isReset ? raised : await raise(await callBase(`GET /forks/${name}`));
    },
    async delete() {
      await callBase(`DELETE /forks/${name}`);
    },
    async stopClock(time) {
      await putClock(call, (spec) => ({
        ...spec,
        stopped: true,
        ...(time === undefined ? {} : { time: time.toISOString() }),
      }));
    },
    async advance(duration) {
      const { value, error } = parseDuration(duration);
      if (value === undefined) {
        throw new TypeError(`advance() takes a duration such as 90s or 1h30m: ${error}`);
      }
      await putClock(call, ({ offset, ...spec }) => {
        const before = parseDuration(typeof offset === "string" ? offset : "0s").value ?? 0n;
        return { ...spec, offset: `${durationToMs(before + value)}ms` };
      });
    },
    async inject(fault, spec) {
      const metadata = { name: fault };
      await call("POST /faults", { apiVersion: "testing.kiln.dev/v1", kind: "Fault", metadata, spec: { ...spec } });
      return {
        async counts() {
          const { matched, injected } = asObject((await call(`GET /faults/${fault}`)).status);
          return { matched: Number(matched), injected: Number(injected) };
        },
        remove: async () => void (await call(`DELETE /faults/${fault}`)),
      };
    },
    requests,
    settled: (options) => waitUntilSettled(requests, options),
    expectWrites: (resource, expected) => expectWrites(requests, resource, expected),
    expectNoWrites: (options) => expectNoWrites(requests, options),
  };
}

function generationOf({ metadata }: JsonObject): number {
  return Number(asObject(metadata).generation);
}

type Call = (line: string, body?: JsonObject) => Promise<JsonObject>;

/** Calls a testing endpoint. Rejects with the server's Status. */
async function callTesting(transport: Transport, path: string, line: string, body?: JsonObject): Promise<JsonObject> {
  const [method = "", rest = ""] = line.split(" ");
  const type = method === "PATCH" ? MERGE_PATCH : "application/json";
  const headers = body === undefined ? {} : { "content-type": type };
  const bytes = body === undefined ? {} : { body: encodeUtf8(JSON.stringify(body)) };
  return asObject(await readAnswer(await transport.send({ method, target: path + rest, headers, ...bytes })));
}

async function putClock(call: Call, change: (spec: JsonObject) => JsonObject): Promise<void> {
  const list = await call("GET /clocks");
  const [clock] = asObjects(list.items);
  const spec = change(asObject(clock?.spec));
  if (clock !== undefined) {
    await call("PATCH /clocks/cluster", { spec });
    return;
  }
  const metadata = { name: "cluster" };
  await call("POST /clocks", { apiVersion: "testing.kiln.dev/v1", kind: "Clock", metadata, spec });
}

async function readLog(transport: Transport, target: string): Promise<LoggedRequest[]> {
  const answer = asObject(await readAnswer(await transport.send({ method: "GET", target, headers: {} })));
  return asObjects(answer.items).filter(({ user }) => user !== "") as unknown as LoggedRequest[];
}

function toAddress(input: string | URL | Request, url: string): string | URL | Request {
  return typeof input === "string" && input.startsWith("/") ? `${url}${input}` : input;
}

async function fetchBy(
  transport: Transport,
  { url, prefix }: { readonly url: string; readonly prefix: string },
  request: Request,
): Promise<Response> {
  if (!request.url.startsWith(`${url}/`)) {
    throw new TypeError(`fetch() of a fork takes paths, or addresses below ${url}, not ${request.url}`);
  }
  const body = request.body === null ? {} : { body: new Uint8Array(await request.arrayBuffer()) };
  const response = await transport.send({
    method: request.method,
    target: prefix + request.url.slice(url.length),
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    ...body,
  });
  const isEmpty = response.status === 204 || response.status === 304;
  return new Response(isEmpty ? null : ReadableStream.from(response.body), {
    status: response.status,
    // Response does not accept the pseudo-headers of HTTP/2.
    headers: Object.entries(response.headers).filter(([name]) => !name.startsWith(":")),
  });
}
