import { decodeUtf8, gatherBytes, isJsonObject, type JsonObject, objectAt, type User } from "@kiln/api";
import type { ProxyReply } from "@kiln/wire";
import type { AggregatedVersion } from "./aggregation.ts";
import { type ReachServices, toServiceRequest } from "./service-request.ts";

/** Discovery and OpenAPI of a group version, as its extension API server publishes them. */
export interface RemoteDocuments {
  /** An APIVersionDiscovery as JSON. */
  readonly discovery: string;
  /** Path and query of the OpenAPI v3 document; absent if there is none. */
  readonly openApiUrl?: string | undefined;
  /** Paths and definitions of OpenAPI v2. */
  readonly swagger?: { readonly paths: JsonObject; readonly definitions: JsonObject } | undefined;
  /** Hash that identifies a version of {@link swagger}. */
  readonly swaggerTag?: string | undefined;
}

/**
 * Kubernetes: availability checks of APIServices run as this user (status/remote/remote_available_controller.go sync,
 * v1.36).
 */
const AGGREGATOR: User = { name: "system:kube-aggregator", groups: ["system:masters"] };

/**
 * Kubernetes: time limit of the availability check of an APIService (status/remote/remote_available_controller.go New,
 * v1.36).
 */
const TIMEOUT_MS = 5_000;

/** Time limit of an OpenAPI document, which may be large. */
const OPENAPI_TIMEOUT_MS = 30_000;

/** Maximum size of a fetched document. */
const MAX_BYTES = 16 * 1024 * 1024;

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

export interface Fetched {
  readonly status: number;
  readonly text: string;
  readonly etag: string;
  readonly url: string;
}

interface Fetching {
  readonly target: string;
  readonly accept: string;
  /** Time limit until the last byte: a server that sends byte by byte must not hold up the others. 5 s by default. */
  readonly timeoutMs?: number;
}

/** Fetches a path of an extension API server; throws if it cannot be reached. */
export async function fetchFrom(
  services: ReachServices,
  version: AggregatedVersion,
  { target, accept, timeoutMs = TIMEOUT_MS }: Fetching,
): Promise<Fetched> {
  const { proxy } = services;
  if (proxy === undefined) {
    throw new Error("this server cannot connect to other servers");
  }
  const destination = await toServiceRequest(services, version, { target, user: AGGREGATOR });
  const abort = new AbortController();
  const timer = services.webhookCaller.clock.setTimer(timeoutMs, () => abort.abort());
  try {
    const reply = await proxy.send({
      ...destination,
      method: "GET",
      headers: { ...destination.headers, accept },
      timeoutMs,
      signal: abort.signal,
    });
    const { address, url } = destination;
    const shown = address === undefined ? url : `https://${address.host}:${address.port}${target}`;
    return { status: reply.status, text: await readText(reply), etag: String(reply.headers.etag ?? ""), url: shown };
  } finally {
    timer.cancel();
    abort.abort();
  }
}

async function readText({ body }: ProxyReply): Promise<string> {
  const gathered = gatherBytes(MAX_BYTES);
  for await (const chunk of body) {
    const fault = gathered.add(chunk);
    if (fault !== undefined) {
      throw new Error(`the response ${fault}`);
    }
  }
  return decodeUtf8(gathered.bytes());
}

/** Throws if discovery cannot be fetched; OpenAPI is optional, as in Kubernetes. */
export async function fetchDocuments(services: ReachServices, version: AggregatedVersion): Promise<RemoteDocuments> {
  const discovery = (await fetchAggregated(services, version)) ?? (await fetchResourceList(services, version));
  const openApiUrl = await fetchOpenApiUrl(services, version).catch(() => undefined);
  const swagger = await fetchSwagger(services, version).catch(() => undefined);
  return { discovery, openApiUrl, ...swagger };
}

async function fetchAggregated(services: ReachServices, version: AggregatedVersion): Promise<string | undefined> {
  const { status, text } = await fetchFrom(services, version, { target: "/apis", accept: AGGREGATED });
  const list = status === 200 ? parse(text) : {};
  const groups = list.kind === "APIGroupDiscoveryList" && Array.isArray(list.items) ? (list.items as JsonObject[]) : [];
  const group = groups.find((item) => objectAt(item, "metadata").name === version.group);
  const found = ((group?.versions ?? []) as JsonObject[]).find((item) => item.version === version.version);
  return found === undefined ? undefined : JSON.stringify({ ...found, freshness: "Current" });
}

/** Fetches the APIResourceList of an extension API server that supports only the older form of discovery. */
async function fetchResourceList(services: ReachServices, version: AggregatedVersion): Promise<string> {
  const target = `/apis/${version.group}/${version.version}`;
  const { status, text } = await fetchFrom(services, version, { target, accept: "application/json" });
  if (status !== 200) {
    throw new Error(`GET ${target}: status ${status}`);
  }
  const all = (parse(text).resources ?? []) as JsonObject[];
  const resources = all.filter(({ name }) => !String(name).includes("/"));
  return JSON.stringify({
    version: version.version,
    resources: resources.map((resource) => ({
      resource: resource.name,
      responseKind: kindOf(resource, version),
      scope: resource.namespaced === true ? "Namespaced" : "Cluster",
      singularResource: resource.singularName ?? "",
      verbs: resource.verbs ?? [],
      ...(resource.shortNames === undefined ? {} : { shortNames: resource.shortNames }),
      ...(resource.categories === undefined ? {} : { categories: resource.categories }),
      ...subresourcesOf(all, String(resource.name), version),
    })),
    freshness: "Current",
  });
}

function subresourcesOf(all: readonly JsonObject[], name: string, version: AggregatedVersion): JsonObject {
  const subresources = all
    .filter((resource) => String(resource.name).startsWith(`${name}/`))
    .map((resource) => ({
      subresource: String(resource.name).slice(name.length + 1),
      responseKind: kindOf(resource, version),
      verbs: resource.verbs ?? [],
    }));
  return subresources.length === 0 ? {} : { subresources };
}

function kindOf(resource: JsonObject, own: AggregatedVersion): JsonObject {
  const { group = own.group, version = own.version, kind = "" } = resource;
  return { group, version, kind };
}

async function fetchOpenApiUrl(services: ReachServices, version: AggregatedVersion): Promise<string | undefined> {
  const { status, text } = await fetchFrom(services, version, {
    target: "/openapi/v3",
    accept: "application/json",
    timeoutMs: OPENAPI_TIMEOUT_MS,
  });
  const entry = status === 200 ? objectAt(parse(text), "paths", `apis/${version.group}/${version.version}`) : {};
  const url = entry.serverRelativeURL;
  return typeof url === "string" ? url : undefined;
}

async function fetchSwagger(
  services: ReachServices,
  version: AggregatedVersion,
): Promise<Pick<RemoteDocuments, "swagger" | "swaggerTag">> {
  const { status, text, etag } = await fetchFrom(services, version, {
    target: "/openapi/v2",
    accept: "application/json",
    timeoutMs: OPENAPI_TIMEOUT_MS,
  });
  if (status !== 200) {
    return {};
  }
  const document = parse(text);
  const prefix = `/apis/${version.group}/${version.version}/`;
  const paths = Object.fromEntries(
    Object.entries(objectAt(document, "paths")).filter(([path]) => path.startsWith(prefix)),
  );
  return {
    swagger: { paths, definitions: objectAt(document, "definitions") },
    swaggerTag: etag || String(text.length),
  };
}

function parse(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value as JsonObject) ? (value as JsonObject) : {};
}
