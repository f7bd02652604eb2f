import { appendAll, asObject, asObjects, type Clock, type JsonObject, StatusError, textAt } from "@kiln/api";
import {
  type Client,
  createClient,
  limitRate,
  type ResourceType,
  readAnswer,
  retryBusy,
  type Transport,
} from "@kiln/client";
import type { ImportedResource, LeftOut } from "../import-record.ts";
import { DEFINITIONS, type KnownResource, listBuiltIn, listCustom } from "../known-resources.ts";
import type { Cursor, PagedSource, SourcePage } from "./paged-source.ts";

export interface ClusterSourceOptions {
  readonly transport: Transport;
  readonly url: string;
  readonly clock: Clock;
  /** Maximum number of requests a second. */
  readonly rate: number;
  readonly leftOut: LeftOut;
  /**
   * Reason why objects of a resource are skipped; undefined if they are imported. Skipped resources are not requested.
   */
  reasonAgainst(resource: ImportedResource): string | undefined;
}

const PAGE_SIZE = 500;
const BURST = 5;
interface Part extends ResourceType {
  readonly count: number;
}

/** Cursor: the resources in their order, and the position in them. */
interface Progress {
  readonly parts: readonly Part[];
  readonly at: number;
  readonly token?: string;
}

/** Source that reads any cluster with the Kubernetes API. Sends only GET requests, and no more than the rate allows. */
export function openClusterSource(options: ClusterSourceOptions): PagedSource {
  const { transport, clock, rate } = options;
  const limited = limitRate(transport, { clock, perSecond: rate, burst: Math.min(BURST, rate) });
  const client = createClient({
    transport: retryBusy(limited, { clock, fraction: Math.random }),
    userAgent: "kiln-import",
  });
  return {
    identity: options.url,
    async readPage(cursor, signal) {
      const progress = cursor === undefined ? await begin(client, options, signal) : fromCursor(cursor);
      return readPart(client, progress, { options, signal });
    },
    close: () => client.close(),
  };
}

async function begin(client: Client, options: ClusterSourceOptions, signal: AbortSignal): Promise<Progress> {
  const definitions: JsonObject[] = [];
  for await (const definition of client.listAll(DEFINITIONS, { signal })) {
    definitions.push(definition as unknown as JsonObject);
  }
  const served = await listServed(client, options.leftOut, signal);
  const custom = firstOfEach(listCustom(definitions.filter(isEstablished)));
  const parts: Part[] = [];
  for (const resource of firstOfEach<ResourceType>([DEFINITIONS, ...served, ...custom])) {
    const reason = options.reasonAgainst(resource);
    if (reason !== undefined) {
      options.leftOut.add(`resource not read: ${reason}`);
      continue;
    }
    const count = await countObjects(client, resource, { options, signal });
    if (count !== undefined) {
      const { group, version, plural, isNamespaced } = resource;
      parts.push({ group, version, plural, isNamespaced, count });
    }
  }
  return { parts, at: 0 };
}

function isEstablished({ status }: JsonObject): boolean {
  return asObjects(asObject(status).conditions).some((each) => each.type === "Established" && each.status === "True");
}

/** First version of each resource in the list. */
function firstOfEach<T extends ImportedResource>(resources: readonly T[]): T[] {
  const found = new Map<string, T>();
  for (const resource of resources) {
    const key = `${resource.group}/${resource.plural}`;
    found.set(key, found.get(key) ?? resource);
  }
  return [...found.values()];
}

/** Built-in resources that both the source and Kiln serve, in versions that both have; namespaces come first. */
async function listServed(client: Client, leftOut: LeftOut, signal: AbortSignal): Promise<KnownResource[]> {
  const groups = asObjects((await readJson(client, "/apis", signal)).groups);
  const offered = new Map([["", ["v1"]]]);
  for (const group of groups) {
    const preferred = textAt(asObject(group.preferredVersion), "version");
    const versions = asObjects(group.versions).map(({ version }) => String(version));
    offered.set(textAt(group, "name"), [preferred, ...versions.filter((version) => version !== preferred)]);
  }
  // The events of events.k8s.io are the same objects as those of the core group.
  offered.delete("events.k8s.io");
  const builtIn = listBuiltIn();
  const found: KnownResource[] = [];
  for (const [group, versions] of offered) {
    for (const version of versions) {
      const known = builtIn.filter((each) => each.group === group && each.version === version);
      const names = known.length === 0 ? new Set() : await listable(client, { group, version, leftOut, signal });
      appendAll(
        found,
        known.filter(({ plural }) => names.has(plural)),
      );
    }
  }
  return found.sort((a, b) => Number(isNamespaceKind(b)) - Number(isNamespaceKind(a)));
}

function isNamespaceKind({ group, plural }: ImportedResource): boolean {
  return group === "" && plural === "namespaces";
}

interface Listing {
  readonly group: string;
  readonly version: string;
  readonly leftOut: LeftOut;
  readonly signal: AbortSignal;
}

async function listable(client: Client, { group, version, leftOut, signal }: Listing): Promise<ReadonlySet<string>> {
  const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  try {
    const resources = asObjects((await readJson(client, path, signal)).resources);
    // Computed resources, such as componentstatuses, cannot be watched and are left out.
    const lists = resources.filter(({ verbs }) => ["list", "watch"].every((verb) => [verbs].flat().includes(verb)));
    return new Set(lists.map(({ name }) => String(name)));
  } catch (error) {
    if (!(error instanceof StatusError)) {
      throw error;
    }
    leftOut.add(`API group not read: ${path} answered ${error.message}`);
    return new Set();
  }
}

async function readJson(client: Client, path: string, signal: AbortSignal): Promise<JsonObject> {
  return readAnswer(await client.send("GET", path, { signal }));
}

interface Reading {
  readonly options: ClusterSourceOptions;
  readonly signal: AbortSignal;
}

/** Number of objects of a resource; undefined if the user may not list it. */
async function countObjects(client: Client, type: ResourceType, reading: Reading): Promise<number | undefined> {
  try {
    const { items = [], metadata } = await client.list(type, { limit: 1, signal: reading.signal });
    return items.length + Number(metadata.remainingItemCount ?? 0);
  } catch (error) {
    if (!(error instanceof StatusError) || type.plural === DEFINITIONS.plural) {
      throw error;
    }
    reading.options.leftOut.add(`resource not read: ${error.message}`);
    return undefined;
  }
}

async function readPart(client: Client, { parts, at, token }: Progress, { signal }: Reading): Promise<SourcePage> {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const part = parts[at];
  if (part === undefined) {
    return { records: [], total, label: "" };
  }
  const { group, plural, isNamespaced } = part;
  const label = group === "" ? plural : `${plural}.${group}`;
  const after = (progress: Omit<Progress, "parts">) =>
    progress.at < parts.length ? { next: toCursor({ parts, ...progress }) } : {};
  try {
    const page = await client.list(part, { limit: PAGE_SIZE, signal, ...(token ? { continue: token } : {}) });
    const kind = textAt(page as unknown as JsonObject, "kind").replace(/List$/, "");
    const apiVersion = group === "" ? part.version : `${group}/${part.version}`;
    const resource = { group, plural, isNamespaced };
    const records = asObjects(page.items as unknown as JsonObject[]).map((item) => {
      // Items in lists of built-in kinds have neither apiVersion nor kind.
      return { object: { apiVersion, kind, ...item }, resource, origin: label };
    });
    const rest = page.metadata.continue;
    const next = rest ? after({ at, token: rest }) : after({ at: at + 1 });
    return { records, ...next, isStart: token === undefined, total, label };
  } catch (error) {
    if (token !== undefined && error instanceof StatusError && error.status.code === 410) {
      return { records: [], ...after({ at }), restarts: true, total, label };
    }
    throw error;
  }
}

function toCursor(progress: Progress): Cursor {
  return progress as unknown as Cursor;
}

function fromCursor(cursor: Cursor): Progress {
  return cursor as unknown as Progress;
}
