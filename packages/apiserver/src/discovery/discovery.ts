import { compareVersions, encodeUtf8 } from "@kiln/api";
import { bytesToHex } from "@noble/hashes/utils.js";
import { isListed, type Registry, type ServedVersion } from "../resources/registry.ts";
import { apiVersionOf, type Resource } from "../resources/resource.ts";
import { sha256 } from "../sha256.ts";
import { apiResources } from "./api-resources.ts";
import { discoveredResource } from "./discovered-resource.ts";
import { compareGroups } from "./group-order.ts";

/** A document as JSON, and what tells it from every other: quoted, ready for an ETag header. */
export interface Document {
  readonly json: Uint8Array;
  readonly etag: string;
}

/**
 * What is served, written down. A group version is written when somebody asks for it and has changed since; whole
 * documents are its texts joined.
 */
export interface Discovery {
  /** An APIResourceList. */
  resources(served: ServedVersion): Uint8Array;
  /** An APIGroup, without kind and apiVersion; undefined for a group that is not served. */
  group(name: string): string | undefined;
  /** An APIGroupList of everything but the core group. */
  groups(): Uint8Array;
  /** An APIGroupDiscoveryList: of the core group, or of all others. */
  aggregated(part: "core" | "others"): Document;
}

export function createDiscovery(registry: Registry): Discovery {
  const lists = rememberByGeneration((served: ServedVersion) => encodeUtf8(`${writeResourceList(registry, served)}\n`));
  const fragments = rememberByGeneration(writeVersion);
  const documents = new Map<string, Document & { readonly generation: number }>();
  const aggregated = (part: "core" | "others") => {
    const known = documents.get(part);
    if (known?.generation === registry.generation) {
      return known;
    }
    const names = part === "core" ? [""] : groupNames(registry);
    const json = encodeUtf8(`${writeAggregated(registry, names, fragments)}\n`);
    const made = { json, etag: `"${bytesToHex(sha256(json)).toUpperCase()}"`, generation: registry.generation };
    documents.set(part, made);
    return made;
  };
  const group = (name: string) => writeGroup(name, versionsInOrder(registry, name));
  return {
    resources: lists,
    group,
    groups: () =>
      encodeUtf8(`{"kind":"APIGroupList","apiVersion":"v1","groups":[${groupNames(registry).map(group)}]}\n`),
    aggregated,
  };
}

function groupNames(registry: Registry): string[] {
  return [...registry.groups()]
    .filter((name) => name !== "" && registry.versionsOf(name).some(isListed))
    .sort(compareGroups);
}

function versionsInOrder(registry: Registry, group: string): ServedVersion[] {
  return registry
    .versionsOf(group)
    .filter(isListed)
    .sort((a, b) => compareVersions(b.version, a.version));
}

function resourcesInOrder({ resources }: ServedVersion): Resource[] {
  return [...resources.values()].sort((a, b) => (a.names.plural < b.names.plural ? -1 : 1));
}

function writeResourceList(registry: Registry, served: ServedVersion): string {
  const resources = resourcesInOrder(served).flatMap((resource) => apiResources(registry, resource));
  // Kubernetes: the core group's list has no apiVersion of its own.
  const apiVersion = served.group === "" ? {} : { apiVersion: "v1" };
  return JSON.stringify({ kind: "APIResourceList", ...apiVersion, groupVersion: apiVersionOf(served), resources });
}

function writeGroup(name: string, versions: readonly ServedVersion[]): string | undefined {
  const named = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }));
  return named.length === 0 ? undefined : JSON.stringify({ name, versions: named, preferredVersion: named[0] });
}

function writeVersion(served: ServedVersion): string {
  const resources = resourcesInOrder(served).map(discoveredResource);
  return JSON.stringify({ version: served.version, resources, freshness: "Current" });
}

function writeAggregated(
  registry: Registry,
  names: readonly string[],
  write: (served: ServedVersion) => string,
): string {
  const items = names.map((name) => {
    const metadata = name === "" ? "{}" : JSON.stringify({ name });
    return `{"metadata":${metadata},"versions":[${versionsInOrder(registry, name).map(write)}]}`;
  });
  return `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[${items}]}`;
}

/** Held as long as the group version is served, because that is the key. */
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
