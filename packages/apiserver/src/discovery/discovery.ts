import { compareVersions, encodeUtf8 } from "@kiln/api";
import { apiVersionOf, isListed, type Registry, type Resource, type ServedVersion, sha256 } from "@kiln/kinds";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { AggregatedVersion, Aggregation } from "../aggregation/aggregation.ts";
import { apiResources } from "./api-resources.ts";
import { discoveredResource } from "./discovered-resource.ts";
import { compareGroups, createGroupOrder } from "./group-order.ts";

/** A document as JSON, and its hash in quotes, ready for an ETag header. */
export interface Document {
  readonly json: Uint8Array;
  readonly etag: string;
}

/**
 * Discovery documents. The text of a group version is encoded on request if it has changed since; whole documents are
 * these texts joined.
 */
export interface Discovery {
  /** An APIResourceList. */
  resources(served: ServedVersion): Uint8Array;
  /** An APIGroup without kind and apiVersion; undefined for a group that is not served. */
  group(name: string): string | undefined;
  /** An APIGroupList of all groups except the core group. */
  groups(): Uint8Array;
  /** An APIGroupDiscoveryList: of the core group, or of all other groups. */
  aggregated(part: "core" | "others"): Document;
}

export function createDiscovery(registry: Registry, aggregation: Aggregation): Discovery {
  const lists = rememberByGeneration((served: ServedVersion) => encodeUtf8(`${writeResourceList(registry, served)}\n`));
  const fragments = rememberByGeneration(writeVersion);
  const documents = new Map<string, Document & { readonly generation: string }>();
  const generationNow = () => `${registry.generation}/${aggregation.generation}`;
  const versionsOf = (name: string) => versionsInOrder(registry, aggregation, name);
  const aggregated = (part: "core" | "others") => {
    const known = documents.get(part);
    const generation = generationNow();
    if (known?.generation === generation) {
      return known;
    }
    const names = part === "core" ? [""] : groupNames(registry, aggregation);
    const write = (found: DiscoveredVersion) => (found.served === undefined ? found.text : fragments(found.served));
    const json = encodeUtf8(`${writeAggregated(names, (name) => versionsOf(name).map(write))}\n`);
    const made = { json, etag: `"${bytesToHex(sha256(json)).toUpperCase()}"`, generation };
    documents.set(part, made);
    return made;
  };
  const group = (name: string) => writeGroup(name, versionsOf(name));
  return {
    resources: lists,
    group,
    groups: () =>
      encodeUtf8(
        `{"kind":"APIGroupList","apiVersion":"v1","groups":[${groupNames(registry, aggregation).map(group)}]}\n`,
      ),
    aggregated,
  };
}

function groupNames(registry: Registry, aggregation: Aggregation): string[] {
  const own = [...registry.groups()].filter((name) => name !== "" && registry.versionsOf(name).some(isListed));
  if (aggregation.isEmpty) {
    return own.sort(compareGroups);
  }
  const priorities = new Map<string, number>();
  for (const { group, groupPriority } of aggregation.all()) {
    priorities.set(group, Math.max(groupPriority, priorities.get(group) ?? 0));
  }
  return [...new Set([...own, ...priorities.keys()])].sort(createGroupOrder(priorities));
}

/** A version of this server or, if its discovery was fetched, of an extension API server. */
type DiscoveredVersion =
  | { readonly version: string; readonly served: ServedVersion }
  | { readonly version: string; readonly served: undefined; readonly text: string };

function versionsInOrder(registry: Registry, aggregation: Aggregation, group: string): DiscoveredVersion[] {
  const foreign = aggregation.isEmpty ? [] : [...aggregation.all()].filter((one) => one.group === group);
  const own = registry
    .versionsOf(group)
    .filter((served) => isListed(served) && !foreign.some(({ version }) => version === served.version))
    .map((served): DiscoveredVersion => ({ version: served.version, served }));
  const others = foreign.map(
    (one): DiscoveredVersion => ({ version: one.version, served: undefined, text: writeForeign(aggregation, one) }),
  );
  const priority = (version: string) => foreign.find((one) => one.version === version)?.versionPriority ?? 0;
  return [...own, ...others].sort(
    (a, b) => priority(b.version) - priority(a.version) || compareVersions(b.version, a.version),
  );
}

/** Kubernetes: the last discovery of a server that does not answer is listed as Stale (KEP-3352). */
function writeForeign(aggregation: Aggregation, version: AggregatedVersion): string {
  const known = aggregation.documentsOf(version)?.discovery;
  if (known === undefined) {
    return JSON.stringify({ version: version.version, freshness: "Stale" });
  }
  return version.isAvailable ? known : known.replace(/"freshness":"Current"}$/, '"freshness":"Stale"}');
}

function resourcesInOrder({ resources }: ServedVersion): Resource[] {
  return [...resources.values()].sort((a, b) => (a.names.plural < b.names.plural ? -1 : 1));
}

function writeResourceList(registry: Registry, served: ServedVersion): string {
  const resources = resourcesInOrder(served).flatMap((resource) => apiResources(registry, resource));
  // Kubernetes: the core group's list has no apiVersion (endpoints/discovery/legacy.go ServeHTTP, v1.36).
  const apiVersion = served.group === "" ? {} : { apiVersion: "v1" };
  return JSON.stringify({ kind: "APIResourceList", ...apiVersion, groupVersion: apiVersionOf(served), resources });
}

function writeGroup(name: string, versions: readonly DiscoveredVersion[]): string | undefined {
  const named = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }));
  return named.length === 0 ? undefined : JSON.stringify({ name, versions: named, preferredVersion: named[0] });
}

function writeVersion(served: ServedVersion): string {
  const resources = resourcesInOrder(served).map(discoveredResource);
  return JSON.stringify({ version: served.version, resources, freshness: "Current" });
}

function writeAggregated(names: readonly string[], writeVersions: (name: string) => readonly string[]): string {
  const items = names.map((name) => {
    const metadata = name === "" ? "{}" : JSON.stringify({ name });
    return `{"metadata":${metadata},"versions":[${writeVersions(name)}]}`;
  });
  return `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[${items}]}`;
}

/** Caches the result of `write` for a group version, until one of its resources changes. */
function rememberByGeneration<T>(write: (served: ServedVersion) => T): (served: ServedVersion) => T {
  const known = new WeakMap<ServedVersion, { readonly generation: number; readonly value: T }>();
  return (served) => {
    const found = known.get(served);
    if (found?.generation === served.generation) {
      return found.value;
    }
    const value = write(served);
    known.set(served, { generation: served.generation, value });
    return value;
  };
}
