import { deepCopy, isJsonObject, type JsonObject, parseGroupVersion } from "@kiln/api";
import { type LocalAnswer, type LocalServer, openLocalServer } from "./local-server.ts";
import type { Manifest } from "./manifest.ts";

/** What would become of one object. */
export interface Verdict {
  readonly manifest: Manifest;
  readonly isAccepted: boolean;
  /** Why not. */
  readonly message: string;
  readonly warnings: readonly string[];
  /** What would be stored, without what the server keeps for itself; undefined if it would be refused. */
  readonly stored?: JsonObject;
}

export interface CheckInput {
  readonly definitions: readonly Manifest[];
  readonly olds: readonly Manifest[];
  readonly news: readonly Manifest[];
  readonly semantics: "kep" | "upstream";
  readonly onVerdict: (verdict: Verdict) => void;
}

/** Asks the server about each object: an update if there is an old one of the same name, else a create. */
export async function checkObjects(input: CheckInput): Promise<void> {
  const server = await openLocalServer(input.semantics);
  try {
    const kinds = createKinds(server);
    const refused = await loadDefinitions(server, input.definitions);
    refused.forEach(input.onVerdict);
    const olds = new Map(input.olds.map((old) => [keyOf(old.object), old]));
    for (const manifest of input.news) {
      input.onVerdict(await checkObject({ server, kinds }, manifest, olds.get(keyOf(manifest.object))));
    }
  } finally {
    await server.close();
  }
}

async function loadDefinitions(server: LocalServer, definitions: readonly Manifest[]): Promise<Verdict[]> {
  const refused: Verdict[] = [];
  for (const manifest of definitions) {
    const { apiVersion } = manifest.object;
    const answer = await server.send("POST", `/apis/${apiVersion}/customresourcedefinitions`, manifest.object);
    if (answer.status >= 400) {
      refused.push(toVerdict(manifest, answer));
    }
  }
  return refused;
}

interface Checking {
  readonly server: LocalServer;
  readonly kinds: Kinds;
}

async function checkObject(
  { server, kinds }: Checking,
  manifest: Manifest,
  old: Manifest | undefined,
): Promise<Verdict> {
  const { object } = manifest;
  const kind = await kinds.find(object);
  if (kind === undefined) {
    const message = `no matches for kind "${object.kind}" in version "${object.apiVersion}": name its CRD with --crd`;
    return { manifest, isAccepted: false, message, warnings: [] };
  }
  const { namespace = "default", name = "" } = metadataOf(object);
  if (kind.isNamespaced) {
    await kinds.ensureNamespace(String(namespace));
  }
  const collection = `${kind.path}${kind.isNamespaced ? `/namespaces/${namespace}` : ""}/${kind.plural}`;
  const query = "?dryRun=All&fieldManager=kiln-check&fieldValidation=Warn";
  if (old === undefined) {
    return toVerdict(manifest, await server.send("POST", collection + query, object));
  }
  const inside = kind.isNamespaced ? `${namespace}/` : "";
  const key = `/registry/${kind.group || "core"}/${kind.plural}/${inside}${name}`;
  const resourceVersion = String(await server.plant(key, toStored(old.object, kind.isNamespaced ? { namespace } : {})));
  const target = `${collection}/${encodeURIComponent(String(name))}${query}`;
  const body = { ...object, metadata: { ...metadataOf(object), resourceVersion } };
  return toVerdict(manifest, await server.send("PUT", target, body));
}

/** As a server would have kept it, had it taken it. */
function toStored(object: JsonObject, place: JsonObject): JsonObject {
  const stored = deepCopy(object);
  const metadata = Object.assign(metadataOf(stored), place);
  metadata.uid ??= "00000000-0000-4000-8000-000000000000";
  metadata.creationTimestamp ??= "2020-01-01T00:00:00Z";
  delete metadata.resourceVersion;
  return stored;
}

function toVerdict(manifest: Manifest, { status, body, warnings }: LocalAnswer): Verdict {
  if (status >= 400) {
    return { manifest, isAccepted: false, message: String(body.message ?? `refused with ${status}`), warnings };
  }
  return { manifest, isAccepted: true, message: "", warnings, stored: withoutBookkeeping(body, manifest.object) };
}

const BOOKKEEPING = ["uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink"];

/** What the client did not send and the server writes for itself. */
function withoutBookkeeping(object: JsonObject, sent: JsonObject): JsonObject {
  const metadata = { ...metadataOf(object) };
  for (const field of [...BOOKKEEPING, "namespace"]) {
    if (!Object.hasOwn(metadataOf(sent), field)) {
      delete metadata[field];
    }
  }
  return { ...object, metadata };
}

interface Kind {
  readonly group: string;
  readonly path: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** What the server serves, asked when it is first needed. */
interface Kinds {
  find(object: JsonObject): Promise<Kind | undefined>;
  ensureNamespace(name: string): Promise<void>;
}

function createKinds(server: LocalServer): Kinds {
  const lists = new Map<string, readonly JsonObject[]>();
  const namespaces = new Set(["default"]);
  return {
    async find({ apiVersion, kind }) {
      const { group, version } = parseGroupVersion(String(apiVersion ?? "")).value ?? { group: "", version: "" };
      const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
      const known = lists.get(path) ?? listOf((await server.send("GET", path)).body.resources);
      lists.set(path, known);
      const found = known.find((each) => each.kind === kind && !String(each.name).includes("/"));
      return found === undefined
        ? undefined
        : { group, path, plural: String(found.name), isNamespaced: found.namespaced === true };
    },
    async ensureNamespace(name) {
      if (!namespaces.has(name)) {
        namespaces.add(name);
        await server.send("POST", "/api/v1/namespaces", { metadata: { name } });
      }
    },
  };
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function metadataOf(object: JsonObject): JsonObject {
  return isJsonObject(object.metadata) ? object.metadata : {};
}

/** Which old object a new one replaces: the version does not count. */
function keyOf(object: JsonObject): string {
  const { namespace = "default", name = "" } = metadataOf(object);
  const group = String(object.apiVersion ?? "")
    .split("/")
    .slice(0, -1)
    .join("/");
  return JSON.stringify([group, object.kind ?? "", namespace, name]);
}
