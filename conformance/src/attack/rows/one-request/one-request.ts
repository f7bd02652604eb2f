import { type HonestRequest, send } from "../../honest-client.ts";
import type { Row, Target } from "../../row.ts";

export const NAMESPACE = "/api/v1/namespaces/tenant";
const MAX_BYTES = 3 * 1024 * 1024;
/** Maximum ratio of error size to request size: errors repeat invalid values, but not many times. */
const MAX_ECHO = 4;
/** Bytes just below the size of the largest object that is stored, 1.5 MiB. */
const STORABLE_BYTES = 1_450_000;
const ANSWER_MS = 120_000;
// Kubernetes: 500 for errors that are no Status, such as those of etcd and of server-side apply
// (handlers/responsewriters/status.go ErrorToAPIStatus, v1.36).
const PLAIN_ERRORS = ["etcdserver: request is too large", "failed to create typed patch object"];

/** Requests of at most 3 MiB, one after the other. Each must be answered, and not with 500. */
export interface OneRequest {
  readonly name: string;
  /**
   * Requests, created when they are sent, because together they take hundreds of megabytes. `n` is a factor for the
   * length of lists: first the largest that a request allows, then small enough to be stored.
   */
  readonly requests: (n: number) => readonly HonestRequest[];
  readonly identity?: "view" | "edit";
  readonly isShort?: boolean;
}

async function sendAll(target: Target, one: OneRequest): Promise<readonly string[]> {
  const full = one.requests(1);
  const largest = Math.max(...full.map(({ body = "" }) => Buffer.byteLength(body)));
  const isStorable = largest <= STORABLE_BYTES || one.requests.length === 0;
  const smaller = isStorable ? [] : one.requests(STORABLE_BYTES / largest);
  return [...(await sendEach(target, one, full)), ...(await sendEach(target, one, smaller))];
}

async function sendEach(
  target: Target,
  { identity = "edit" }: OneRequest,
  requests: readonly HonestRequest[],
): Promise<readonly string[]> {
  const complaints: string[] = [];
  for (const request of requests) {
    const bytes = Buffer.byteLength(request.body ?? "");
    if (bytes > MAX_BYTES) {
      complaints.push(`the body has ${bytes} bytes, more than a request may have`);
    }
    const { status, text } = await send(target, { ...request, token: target.tokens[identity], timeoutMs: ANSWER_MS });
    if (status >= 400 && text.length > MAX_ECHO * MAX_BYTES) {
      complaints.push(`an error of ${text.length} bytes, more than ${MAX_ECHO} times any request`);
    }
    if (status >= 500 && !PLAIN_ERRORS.some((error) => text.includes(error))) {
      complaints.push(`${request.method ?? "GET"} ${request.path.slice(0, 80)}: ${status} ${text.slice(0, 200)}`);
    }
  }
  return complaints;
}

export function times<Item>(count: number, make: (i: number) => Item): Item[] {
  return Array.from({ length: Math.floor(count) }, (_, i) => make(i));
}

export function post(resource: string, body: object, headers: Readonly<Record<string, string>> = {}): HonestRequest {
  return { method: "POST", path: `${NAMESPACE}/${resource}`, body: JSON.stringify(body), headers };
}

export function yaml(body: string): HonestRequest {
  return { method: "POST", path: `${NAMESPACE}/configmaps`, body, headers: { "content-type": "application/yaml" } };
}

export function apply(resource: string, manager: string, body: object): HonestRequest {
  return {
    method: "PATCH",
    path: `${NAMESPACE}/${resource}?fieldManager=${manager}&force=true`,
    body: JSON.stringify(body),
    headers: { "content-type": "application/apply-patch+yaml" },
  };
}

export function patch(type: string, resource: string, body: unknown): HonestRequest {
  return {
    method: "PATCH",
    path: `${NAMESPACE}/${resource}`,
    body: JSON.stringify(body),
    headers: { "content-type": `application/${type}` },
  };
}

export function remove(resource: string): HonestRequest {
  return { method: "DELETE", path: `${NAMESPACE}/${resource}` };
}

export const map = (name: string, more: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  ...more,
});
export const metadata = (name: string, more: object) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...more },
});
export const pod = (name: string, spec: object) => ({ apiVersion: "v1", kind: "Pod", metadata: { name }, spec });
export const container = (i: number) => ({ name: `c${i}`, image: "a" });
export const service = (name: string, ports: readonly object[]) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name },
  spec: { ports },
});
export const owner = (i: number) => ({ apiVersion: "v1", kind: "A", name: "a", uid: `${i}` });
export const env = (count: number, value: string) =>
  pod("env", { containers: [{ name: "c", image: "a", env: times(count, (i) => ({ name: `E${i}`, value })) }] });
export const record = (count: number, key: (i: number) => string, value = "v") =>
  Object.fromEntries(times(count, (i) => [key(i), value]));
export const nest = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

export const toRow =
  (kind: string) =>
  (one: OneRequest): Row => ({
    name: `request-${one.name}`,
    identity: one.identity ?? "edit",
    sends: `${kind} of at most 3 MiB: ${one.name}`,
    seconds: 300,
    batch: `request-${kind}`,
    isShort: one.isShort ?? false,
    attack: (target) => sendAll(target, one),
  });
