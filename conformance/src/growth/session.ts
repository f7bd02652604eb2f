import { isJsonObject, type JsonObject, type JsonValue } from "@kiln/api";
import type { TestAnswer, TestServer } from "@kiln/apiserver/testing";
import { baseObject } from "./base-objects.ts";
import { type Flavor, growValue } from "./make-value.ts";
import { type Cost, measure } from "./measure.ts";
import { collectionPath, type Kind } from "./open-api.ts";
import type { Place } from "./places.ts";
import { putAt, valueAt } from "./put-at.ts";

/** An object of one size, from its creation to its deletion: the cost of each request on it. */
export interface SessionPlan {
  readonly kind: Kind;
  readonly place: Place;
  readonly flavor: Flavor;
  /** Bytes of JSON at the growing path. */
  readonly bytes: number;
  readonly name: string;
}

export interface Measured {
  readonly request: string;
  readonly status: number;
  readonly cost: Cost;
}

interface Session {
  readonly server: TestServer;
  readonly plan: SessionPlan;
  /** Path of the collection in which the object is created. */
  readonly collection: string;
  /** Path of the object, with the subresource that contains the growing field. */
  readonly path: string;
  readonly target: string;
  readonly base: JsonObject;
  readonly grown: JsonObject;
  readonly measured: Measured[];
}

type Body = JsonObject | JsonValue[] | string | Uint8Array;

interface Sent {
  readonly body?: Body;
  readonly type?: string;
  readonly accept?: string;
}

/** Sends all requests of one object's life. */
export async function runSession(server: TestServer, plan: SessionPlan): Promise<readonly Measured[]> {
  const session = openSession(server, plan);
  await createGrown(session);
  if (session.measured.every(({ status }) => status >= 300)) {
    // Applies, updates and patches of an invalid value start from a small valid object.
    await send(session, "POST small", ["POST", session.collection], { body: session.base });
  }
  await readForms(session);
  await update(session);
  await patch(session);
  await apply(session);
  await send(session, "DELETE", ["DELETE", `${session.path}?gracePeriodSeconds=0`], {});
  return session.measured;
}

/** Sends only the largest request that the server accepts. */
export async function runLargest(server: TestServer, plan: SessionPlan): Promise<readonly Measured[]> {
  const session = openSession(server, plan);
  const { collection, grown, measured } = session;
  const body = Buffer.from(JSON.stringify(grown));
  await send(session, "POST largest", ["POST", `${collection}?dryRun=All`], { body });
  return measured;
}

function openSession(server: TestServer, plan: SessionPlan): Session {
  const { kind, place, name } = plan;
  const base = baseObject(kind, name);
  const grown = putAt(kind, base, { path: place.path, value: growValue(place, plan) });
  const collection = collectionPath(kind);
  const path = `${collection}/${(base.metadata as { readonly name: string }).name}`;
  const isStatus = place.path[0] === "status" && kind.subresources.has("status");
  return { server, plan, collection, path, target: isStatus ? `${path}/status` : path, base, grown, measured: [] };
}

/** Sends a request and adds its cost to the session. */
async function send(
  { server, measured }: Session,
  request: string,
  [method, target]: readonly [method: string, target: string],
  { body, type = "application/json", accept }: Sent,
): Promise<TestAnswer> {
  const bytes =
    body === undefined || typeof body === "string" || body instanceof Uint8Array
      ? body
      : Buffer.from(JSON.stringify(body));
  let answer: TestAnswer | undefined;
  const cost = await measure(async () => {
    answer = await server.send(method, target, {
      ...(bytes === undefined ? {} : { body: bytes }),
      headers: { "content-type": type, ...(accept === undefined ? {} : { accept }) },
    });
  });
  measured.push({ request, status: (answer as TestAnswer).status, cost });
  return answer as TestAnswer;
}

async function createGrown(session: Session): Promise<void> {
  const { collection, target, path, base, grown } = session;
  if (target === path) {
    await send(session, "POST", ["POST", collection], { body: grown });
  } else {
    await send(session, "POST small", ["POST", collection], { body: base });
    await send(session, "PUT status", ["PUT", target], { body: grown });
  }
}

const TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
const FORMS = { Table: TABLE, YAML: "application/yaml", protobuf: "application/vnd.kubernetes.protobuf" };

async function readForms(session: Session): Promise<void> {
  for (const [form, accept] of Object.entries(FORMS)) {
    await send(session, `GET ${form}`, ["GET", session.path], { accept });
  }
  await send(session, "LIST Table", ["GET", session.collection], { accept: TABLE });
}

async function update(session: Session): Promise<void> {
  const { target, path, server, plan } = session;
  const live = async () => (await server.send("GET", path)).json ?? {};
  const { path: place } = plan.place;
  const changed = async (change: (value: JsonValue) => JsonValue): Promise<JsonObject> => {
    const object = await live();
    const value = valueAt(object, place);
    return value === undefined ? session.grown : putAt(plan.kind, object, { path: place, value: change(value) });
  };
  await send(session, "PUT same", ["PUT", target], { body: await changed((value) => value) });
  await send(session, "PUT reversed", ["PUT", target], { body: await changed(reverse) });
  await send(session, "PUT fewer", ["PUT", target], { body: await changed(dropLast) });
  const { resourceVersion = null } = ((await live()).metadata ?? {}) as JsonObject;
  const grown = putAt(plan.kind, session.grown, { path: ["metadata", "resourceVersion"], value: resourceVersion });
  await send(session, "PUT grown", ["PUT", target], { body: grown });
}

function reverse(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return [...value].reverse();
  }
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value;
}

function dropLast(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.slice(0, -1);
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).slice(0, -1));
  }
  return typeof value === "string" ? value.slice(0, -1) : value;
}

/** Limit of Kubernetes. */
const MAX_OPERATIONS = 10_000;

async function patch(session: Session): Promise<void> {
  const { target, grown, plan } = session;
  const { path, shape } = plan.place;
  const { metadata: _, ...rest } = grown;
  const whole = path[0] === "metadata" ? { metadata: grown.metadata as JsonValue } : rest;
  const reversed = putAt(plan.kind, whole, { path, value: reverse(valueAt(grown, path) as JsonValue) });
  await send(session, "merge patch", ["PATCH", target], { body: whole, type: "application/merge-patch+json" });
  if (!plan.kind.group.includes("example.com")) {
    const type = "application/strategic-merge-patch+json";
    await send(session, "strategic patch", ["PATCH", target], { body: reversed, type });
  }
  const at = `/${path.map((step) => (step === "*" ? "0" : step.replaceAll("/", "~1"))).join("/")}`;
  const items = valueAt(grown, path);
  const count = Math.min(MAX_OPERATIONS, Array.isArray(items) ? items.length : 0);
  if (shape === "list" && Array.isArray(items)) {
    const body = Array.from({ length: count }, (_, i) => ({
      op: "replace",
      path: `${at}/${i}`,
      value: items[i] ?? null,
    }));
    await send(session, "JSON patch", ["PATCH", target], { body, type: "application/json-patch+json" });
    const turns = Array.from({ length: count }, (_, i) =>
      i % 2 === 0 ? { op: "remove", path: `${at}/0` } : { op: "add", path: `${at}/-`, value: items[0] ?? null },
    );
    await send(session, "JSON patch moves", ["PATCH", target], { body: turns, type: "application/json-patch+json" });
  }
}

async function apply(session: Session): Promise<void> {
  const { target, grown, plan } = session;
  const { path } = plan.place;
  const value = valueAt(grown, path) as JsonValue;
  const type = "application/apply-patch+yaml";
  const by = (manager: string): readonly [string, string] => ["PATCH", `${target}?fieldManager=${manager}&force=true`];
  const changed = (change: (value: JsonValue) => JsonValue) => putAt(plan.kind, grown, { path, value: change(value) });
  await send(session, "apply", by("a"), { body: grown, type });
  await send(session, "apply by a second", by("b"), { body: grown, type });
  await send(session, "apply by a third, reversed", by("c"), { body: changed(reverse), type });
  await send(session, "apply fewer", by("a"), { body: changed(dropLast), type });
  await send(session, "apply with conflicts", ["PATCH", `${target}?fieldManager=d`], { body: changed(reverse), type });
}
