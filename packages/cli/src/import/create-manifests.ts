import { randomUUID } from "node:crypto";
import { asObject, escapePathPart, isJsonObject, type JsonObject, textAt } from "@kiln/api";
import { decodeStoredValue } from "@kiln/kinds";
import type { Store } from "@kiln/store";
import { MemoryStore, snapshotFromEntries } from "@kiln/store/memory";
import { createKnownKinds } from "../check/known-kinds.ts";
import { type LocalServer, openLocalServer } from "../check/local-server.ts";
import { UnreadableError } from "../command.ts";
import { isDefinition } from "../manifests/is-definition.ts";
import type { PlacedRecord } from "./choose-records.ts";
import { type ImportEntry, toStoreEntry } from "./make-entries.ts";

/** Whether the object was read from a server, and has a uid. */
export function isStored({ object }: PlacedRecord): boolean {
  return textAt(asObject(object.metadata), "uid") !== "";
}

/**
 * Creates manifests through a server in this process, with the existing entries: defaults, validation and generated
 * fields are the server's. Throws UnreadableError with every manifest that the server rejects.
 */
export async function createManifests(
  manifests: readonly PlacedRecord[],
  entries: readonly ImportEntry[],
): Promise<ImportEntry[]> {
  if (manifests.length === 0) {
    return [...entries];
  }
  const store = new MemoryStore({}, snapshotFromEntries(entries.map(toStoreEntry)));
  const random = { uuid: () => randomUUID(), fraction: Math.random };
  const server = await openLocalServer("kep", { store, random });
  try {
    await createAll(server, manifests);
    return await readBack(store);
  } finally {
    await server.close();
  }
}

/** Creates manifests in rounds: a create that fails because another manifest is missing succeeds in a later round. */
async function createAll(server: LocalServer, manifests: readonly PlacedRecord[]): Promise<void> {
  let waiting = [...manifests].sort((a, b) => rankOf(a.object) - rankOf(b.object));
  while (waiting.length > 0) {
    const failures: string[] = [];
    const rest: PlacedRecord[] = [];
    for (const record of waiting) {
      const failure = await createOne(server, record);
      if (failure !== undefined) {
        failures.push(failure);
        rest.push(record);
      }
    }
    if (rest.length === waiting.length) {
      throw new UnreadableError(`the server rejects ${rest.length} of the manifests:\n${failures.join("\n")}`);
    }
    waiting = rest;
  }
}

function rankOf(object: JsonObject): number {
  return object.kind === "Namespace" ? 0 : isDefinition(object) ? 1 : 2;
}

/** Creates an object; returns the reason if that fails. */
async function createOne(server: LocalServer, { object, origin }: PlacedRecord): Promise<string | undefined> {
  const kinds = createKnownKinds(server);
  const kind = await kinds.find(object);
  const { name, namespace } = asObject(object.metadata);
  const what = `${origin}: ${object.kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
  if (kind === undefined) {
    return `${what}: no such kind is served`;
  }
  const collection = kind.isNamespaced
    ? `${kind.path}/namespaces/${escapePathPart(String(namespace))}/${kind.plural}`
    : `${kind.path}/${kind.plural}`;
  await kinds.ensureSurroundings(object, kind.isNamespaced ? String(namespace) : "");
  const { metadata, ...rest } = object;
  const { resourceVersion: _, ...kept } = asObject(metadata);
  const path = `${collection}/${escapePathPart(String(name))}`;
  const made = await server.send("POST", collection, { ...rest, metadata: kept });
  const answer = made.status === 409 ? await replace(server, path, { ...rest, metadata: kept }) : made;
  if (answer.status >= 400) {
    return `${what}: ${textAt(answer.body, "message")}`;
  }
  if (isJsonObject(object.status)) {
    await server.send("PUT", `${path}/status`, { ...answer.body, status: object.status });
  }
  return undefined;
}

/** Updates an object that exists in every cluster, such as the namespace default. */
async function replace(server: LocalServer, path: string, object: JsonObject) {
  const { resourceVersion, uid } = asObject((await server.send("GET", path)).body.metadata);
  const metadata = { ...asObject(object.metadata), resourceVersion: resourceVersion ?? "", uid: uid ?? "" };
  return server.send("PUT", path, { ...object, metadata });
}

async function readBack(store: Store): Promise<ImportEntry[]> {
  const entries: ImportEntry[] = [];
  for await (const slice of await store.range({ prefix: "/registry/" })) {
    for (const { key, revision, value } of slice.entries) {
      entries.push({ key, revision, object: decodeStoredValue(value) });
    }
  }
  return entries;
}
