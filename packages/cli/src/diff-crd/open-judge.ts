import { asObject, asObjects, asTexts, type JsonObject } from "@kiln/api";
import { causesOf, type FieldCause } from "@kiln/lint";
import { type LocalAnswer, type LocalServer, openLocalServer } from "../check/local-server.ts";
import { UsageError } from "../command.ts";
import { withoutWebhook } from "../manifests/without-webhook.ts";

/** Result of a write. */
export interface Answer {
  readonly stored: JsonObject | undefined;
  /** Message of the server if nothing was stored. */
  readonly message: string;
}

/** A request of a client of the old CRD. */
export interface ClientRequest {
  readonly method: string;
  readonly target: string;
  readonly body?: JsonObject;
  /** Object in the store when the request is sent, with its key. */
  readonly stored?: { readonly key: string; readonly object: JsonObject };
}

/** A server with one CRD. It keeps no object between calls. */
export interface Judge {
  /** Spec of the CRD with the server's defaults. */
  readonly spec: JsonObject;
  /** Object of the kind from a body: with apiVersion, kind and metadata. */
  complete(body: JsonObject, version: string): JsonObject;
  create(object: JsonObject): Promise<Answer>;
  /** Creates the object and returns it as read back from the store. */
  keep(object: JsonObject): Promise<Answer>;
  update(old: JsonObject, next: JsonObject): Promise<Answer>;
  ask(request: ClientRequest): Promise<LocalAnswer>;
  /** Errors of updating the CRD to another one. */
  replace(next: JsonObject): Promise<readonly FieldCause[]>;
  close(): Promise<void>;
}

/** Throws a UsageError if a server would reject the CRD. */
export async function openJudge(definition: JsonObject, which: "old" | "new"): Promise<Judge> {
  const server = await openLocalServer("kep");
  const taken = await create(server, withoutWebhook(definition));
  if (taken.status >= 400) {
    await server.close();
    throw new UsageError(`a server refuses the ${which} CRD (kiln lint says where): ${messageOf(taken)}`);
  }
  const spec = asObject(taken.body.spec);
  const { kind = "" } = asObject(spec.names);
  const place = placeOf(spec);
  const complete = (body: JsonObject, version: string): JsonObject => ({
    ...body,
    apiVersion: `${String(spec.group)}/${version}`,
    kind,
    metadata: { name: EXAMPLE, ...place.metadata },
  });
  const write = async (method: string, target: string, object: JsonObject) =>
    toAnswer(await server.send(method, target, object), place.metadata);
  return {
    spec,
    complete,
    create: (object) => write("POST", `${place.collection(writtenVersion(object))}?dryRun=All`, object),
    async keep(object) {
      const collection = place.collection(writtenVersion(object));
      const created = await write("POST", collection, object);
      const kept = await write("GET", `${collection}/${EXAMPLE}`, object);
      await server.uproot(place.key);
      return created.stored === undefined ? created : kept;
    },
    async update(old, next) {
      const revision = await server.plant(place.key, toStored(old));
      const body = { ...next, metadata: { ...asObject(next.metadata), resourceVersion: String(revision) } };
      const answer = await write("PUT", `${place.collection(writtenVersion(next))}/${EXAMPLE}?dryRun=All`, body);
      await server.uproot(place.key);
      return answer;
    },
    ask: (request) => ask(server, request),
    replace: (next) => replace(server, { definition, next: withoutWebhook(next) }),
    close: () => server.close(),
  };
}

/** A server without the CRD, for requests after its deletion. */
export async function openStranger(): Promise<Pick<Judge, "ask" | "close">> {
  const server = await openLocalServer("kep");
  return { ask: (request) => ask(server, request), close: () => server.close() };
}

const EXAMPLE = "example";

/** Location of a CRD's objects, for clients and in the store. */
export interface ObjectPlace {
  readonly key: string;
  /** Metadata of the object: name and namespace. */
  readonly metadata: JsonObject;
  collection(version: string): string;
  object(version: string): string;
}

export function placeOf(spec: JsonObject): ObjectPlace {
  const group = String(spec.group);
  const plural = String(asObject(spec.names).plural);
  const isNamespaced = spec.scope !== "Cluster";
  const collection = (version: string) =>
    `/apis/${group}/${version}${isNamespaced ? "/namespaces/default" : ""}/${plural}`;
  return {
    key: `/registry/${group}/${plural}/${isNamespaced ? "default/" : ""}${EXAMPLE}`,
    metadata: isNamespaced ? { namespace: "default" } : {},
    collection,
    object: (version) => `${collection(version)}/${EXAMPLE}`,
  };
}

/** Object in the form in which a server stores it. */
export function toStored(object: JsonObject): JsonObject {
  const kept = { uid: "00000000-0000-4000-8000-000000000000", creationTimestamp: "2026-01-01T00:00:00Z" };
  return { ...object, metadata: { ...asObject(object.metadata), ...kept } };
}

/** Message of a response: that of its Status, otherwise its text. */
export function messageOf({ body, text }: LocalAnswer): string {
  return String(body.message ?? text.trim());
}

function create(server: LocalServer, definition: JsonObject): Promise<LocalAnswer> {
  return server.send("POST", `/apis/${String(definition.apiVersion)}/customresourcedefinitions`, definition);
}

async function ask(server: LocalServer, { method, target, body, stored }: ClientRequest): Promise<LocalAnswer> {
  if (stored !== undefined) {
    await server.plant(stored.key, toStored(stored.object));
  }
  const answer = await server.send(method, target, body);
  if (stored !== undefined) {
    await server.uproot(stored.key);
  }
  return answer;
}

interface Replacement {
  readonly definition: JsonObject;
  readonly next: JsonObject;
}

async function replace(server: LocalServer, { definition, next }: Replacement): Promise<readonly FieldCause[]> {
  const { name } = asObject(next.metadata);
  const target = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${String(name)}`;
  // A CRD read from a cluster contains the versions in which objects may be stored.
  const { storedVersions } = asObject(definition.status);
  if (storedVersions !== undefined) {
    const { body } = await server.send("GET", target);
    await server.send("PUT", `${target}/status`, { ...body, status: { ...asObject(body.status), storedVersions } });
  }
  const { body: live } = await server.send("GET", target);
  const { resourceVersion = "" } = asObject(live.metadata);
  const body = { ...next, metadata: { ...asObject(next.metadata), resourceVersion } };
  const path = target.replace("apiextensions.k8s.io/v1", String(next.apiVersion));
  const answer = await server.send("PUT", `${path}?dryRun=All`, body);
  return answer.status < 400 ? [] : causesOf(answer.body);
}

function toAnswer(answer: LocalAnswer, place: JsonObject): Answer {
  return answer.status < 400
    ? { stored: { ...answer.body, metadata: { name: EXAMPLE, ...place } }, message: "" }
    : { stored: undefined, message: messageOf(answer) };
}

export function writtenVersion({ apiVersion }: JsonObject): string {
  return String(apiVersion).replace(/^.*\//, "");
}

/** Versions in which objects may be stored. */
export function storedVersionsOf({ spec, status }: JsonObject): readonly string[] {
  const { storedVersions } = asObject(status);
  const storage = asObjects(asObject(spec).versions).find((version) => version.storage === true);
  return storedVersions === undefined ? [String(storage?.name)] : asTexts(storedVersions);
}
