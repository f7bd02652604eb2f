import { randomUUID } from "node:crypto";
import { createSystemClock, decodeUtf8, encodeUtf8, isJsonObject, type JsonObject, parseJson } from "@kiln/api";
import { type ApiServer, createApiServer } from "@kiln/apiserver";
import { MemoryStore } from "@kiln/store/memory";
import type { Project } from "./projects.ts";
import { type Manifest, readManifests } from "./read-manifests.ts";

export interface Trial {
  readonly definitions: number;
  readonly samples: number;
  /** Rejected objects, one sentence each. */
  readonly failures: readonly string[];
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Creates all CRDs of a project on a new server, then all sample objects. */
export async function tryProject(project: Project, folder: string): Promise<Trial> {
  const server = await start();
  const failures: string[] = [];
  const definitions = readManifests(folder, project.definitions).filter(isDefinition);
  const kinds = new Map<string, Kind>();
  for (const { file, object } of definitions) {
    const refusal = await define(server, object);
    if (refusal === undefined) {
      addKinds(kinds, object);
    } else {
      failures.push(`${file}: ${refusal}`);
    }
  }
  const refused = new Set(project.refused ?? []);
  const samples = readManifests(folder, project.samples).filter(({ object }) => kinds.has(kindKey(object)));
  for (const sample of samples) {
    const name = `${sample.file}: ${nameOf(sample)}`;
    const refusal = await create(server, sample.object, kinds.get(kindKey(sample.object)) as Kind);
    if ((refusal !== undefined) !== refused.has(name)) {
      failures.push(`${name}: ${refusal ?? "was taken, and Kubernetes refuses it"}`);
    }
  }
  await server.close();
  return { definitions: definitions.length, samples: samples.length, failures };
}

function start(): Promise<ApiServer> {
  return createApiServer({
    store: new MemoryStore(),
    clock: createSystemClock(globalThis),
    random: { uuid: () => randomUUID(), fraction: Math.random },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    // Admission plugins are off: they would reject samples that lack secrets, accounts or other objects.
    admission: [],
  });
}

interface Kind {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

function isDefinition({ object }: Manifest): boolean {
  return object.kind === "CustomResourceDefinition" && object.apiVersion === "apiextensions.k8s.io/v1";
}

/** Creates a CRD. Returns the reason of a rejection; undefined if it is served. */
async function define(server: ApiServer, object: JsonObject): Promise<string | undefined> {
  const { labels: _, ...metadata } = object.metadata as JsonObject;
  // Labels are removed: in charts they are often incomplete.
  const created = await send(server, "POST", DEFINITIONS, { ...object, metadata });
  if (created.kind === "Status") {
    return String(created.message);
  }
  const { status } = await send(server, "GET", `${DEFINITIONS}/${String(metadata.name)}`);
  const conditions = isJsonObject(status) && Array.isArray(status.conditions) ? status.conditions : [];
  const isServed = conditions.some(
    (each) => isJsonObject(each) && each.type === "Established" && each.status === "True",
  );
  return isServed ? undefined : `is not established: ${JSON.stringify(conditions)}`;
}

/** Adds the kinds of the CRD to the map. */
function addKinds(kinds: Map<string, Kind>, { spec }: JsonObject): void {
  const { group, names, scope, versions, conversion } = spec as {
    group: string;
    names: { kind: string; plural: string };
    scope: string;
    versions: { name: string; served: boolean; storage: boolean }[];
    conversion?: { strategy: string };
  };
  // No conversion webhook runs for objects in another version than the storage version.
  const needsHook = conversion?.strategy === "Webhook";
  for (const version of versions.filter(({ served, storage }) => served && (storage || !needsHook))) {
    const kind = { plural: names.plural, isNamespaced: scope === "Namespaced" };
    kinds.set(`${group}/${version.name} ${names.kind}`, kind);
  }
}

function kindKey({ apiVersion, kind }: JsonObject): string {
  return `${String(apiVersion)} ${String(kind)}`;
}

function nameOf({ object }: Manifest): string {
  const { name, generateName = "" } = object.metadata as JsonObject;
  return String(name ?? generateName);
}

/**
 * Creates an object. Returns the reason of a rejection; undefined if it exists, also by another sample of that name.
 */
async function create(server: ApiServer, object: JsonObject, kind: Kind): Promise<string | undefined> {
  const place = kind.isNamespaced ? "/namespaces/default" : "";
  const { namespace: _, ...metadata } = object.metadata as JsonObject;
  const target = `/apis/${String(object.apiVersion)}${place}/${kind.plural}`;
  const answer = await send(server, "POST", target, { ...object, metadata });
  return answer.kind === "Status" && answer.reason !== "AlreadyExists" ? String(answer.message) : undefined;
}

async function send(server: ApiServer, method: string, target: string, body?: JsonObject): Promise<JsonObject> {
  const answer = await server.handle({
    method,
    target,
    headers: { "content-type": "application/json" },
    peerCertificate: { commonName: "admin", organizations: ["system:masters"], fingerprint: "ecosystem" },
    readBody: async () => encodeUtf8(body === undefined ? "" : JSON.stringify(body)),
    signal: new AbortController().signal,
  });
  return parseJson(decodeUtf8(answer.body as Uint8Array)).value as JsonObject;
}
