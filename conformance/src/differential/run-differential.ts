import { encodeJson, type JsonObject, type JsonValue } from "@kiln/api";
import { type Client, createClient, readBytes } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { baseObject } from "../growth/base-objects.ts";
import { collectionPath, type Kind } from "../growth/open-api.ts";
import { type Answer, compareAnswers } from "./compare-answers.ts";
import { findFields } from "./find-fields.ts";
import { mutate } from "./mutations.ts";

/** Paths of administrators' kubeconfigs for both servers. */
export interface Servers {
  readonly kiln: string;
  readonly peer: string;
}

export interface DifferentialPlan {
  readonly kinds: readonly Kind[];
  /** Called with the result of each request. */
  readonly report: (row: DifferentialRow) => void;
}

export interface DifferentialRow {
  readonly request: string;
  /** Differences; empty if the responses are equal. */
  readonly differences: readonly string[];
}

/**
 * Number of attempts on the peer: responses that depend on Go's map order differ between calls, and a match with any
 * counts.
 */
const PEER_TRIES = 4;

/** Sends every mutation of every field of the kinds to both servers, as dry-run create and update. */
export async function runDifferential(servers: Servers, { kinds, report }: DifferentialPlan): Promise<void> {
  const kiln = connect(servers.kiln);
  const peer = connect(servers.peer);
  try {
    await Promise.all([kiln, peer].map(prepare));
    const seen = new Set<string>();
    for (const kind of kinds) {
      if (!(await serves(peer, kind))) {
        continue;
      }
      await runKind({ kiln, peer }, kind, { seen, report });
    }
  } finally {
    kiln.close();
    peer.close();
  }
}

/** Whether the peer serves the version: Kiln also serves versions that Kubernetes has removed. */
async function serves(client: Client, { group, version, plural }: Kind): Promise<boolean> {
  const response = await client.send("GET", group === "" ? `/api/${version}` : `/apis/${group}/${version}`);
  const list = parse(new TextDecoder().decode(await readBytes(response.body))) as { resources?: { name: string }[] };
  return list.resources?.some(({ name }) => name === plural) ?? false;
}

interface Clients {
  readonly kiln: Client;
  readonly peer: Client;
}

function connect(file: string): Client {
  return createClient({ transport: openTransport(loadAccess({ file })), userAgent: "differential/1" });
}

/** Creates the ServiceAccount, which in a cluster a controller creates. Ignores an error: it may exist. */
async function prepare(client: Client): Promise<void> {
  const account: JsonObject = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };
  await ask(client, "POST", "/api/v1/namespaces/default/serviceaccounts", account);
}

async function runKind(
  clients: Clients,
  kind: Kind,
  { seen, report }: { readonly seen: Set<string>; readonly report: DifferentialPlan["report"] },
): Promise<void> {
  const base = baseObject(kind, "d1");
  const collection = collectionPath(kind);
  const { name } = base.metadata as { readonly name: string };
  const updates = kind.verbs.includes("update");
  if (updates) {
    await Promise.all([clients.kiln, clients.peer].map((client) => ask(client, "POST", collection, base)));
  }
  for (const field of findFields(kind, seen)) {
    for (const mutation of mutate(kind, base, field)) {
      const created = { ...mutation.object, metadata: renamed(mutation.object.metadata, name) };
      const isNamed = field.path[0] === "metadata" && field.path[1] === "name";
      const requests: readonly Request[] = [
        { method: "POST", target: collection, object: isNamed || !updates ? mutation.object : created },
        ...(updates ? [{ method: "PUT", target: `${collection}/${name}`, object: mutation.object }] : []),
      ];
      for (const request of requests) {
        const differences = await compareRequest(clients, request);
        report({ request: `${request.method} ${kind.kind}.${kind.version} ${mutation.name}`, differences });
      }
    }
  }
}

interface Request {
  readonly method: string;
  readonly target: string;
  readonly object: JsonObject;
}

/** Metadata with another free name, for creates; fixed names stay. */
function renamed(metadata: JsonValue | undefined, name: string): JsonValue {
  const given = metadata as JsonObject | null | undefined;
  return given?.name === name && name === "d1" ? { ...given, name: "d2" } : (given ?? null);
}

async function compareRequest(clients: Clients, { method, target, object }: Request): Promise<readonly string[]> {
  const path = `${target}?dryRun=All&fieldValidation=Strict&fieldManager=differential`;
  const kiln = await ask(clients.kiln, method, path, object);
  let differences: readonly string[] = [];
  for (let attempt = 0; attempt < PEER_TRIES; attempt++) {
    differences = compareAnswers(kiln, await ask(clients.peer, method, path, object));
    if (differences.length === 0) {
      return [];
    }
  }
  return differences;
}

async function ask(client: Client, method: string, target: string, object: JsonObject): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const response = await client.send(method, target, { headers, body: encodeJson(object) });
  const text = new TextDecoder().decode(await readBytes(response.body));
  const warning = response.headers.warning ?? [];
  return { status: response.status, warnings: [warning].flat(), body: parse(text) };
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
