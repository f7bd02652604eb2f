import { asObject, escapePathPart, getOwn, isJsonObject, type JsonObject, listAt } from "@kiln/api";
import type { World } from "./open-world.ts";

/** A resource from the server's discovery documents. */
export interface FoundResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly isNamespaced: boolean;
}

const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Resources in the order of discovery, preferred versions first, without subresources. */
export async function listResources(world: World): Promise<readonly FoundResource[]> {
  const answers = await Promise.all(
    ["/api", "/apis"].map((target) => world.send({ method: "GET", target, headers: { accept: AGGREGATED } })),
  );
  return answers.flatMap(({ json }) => objects(json, "items").flatMap(toResources));
}

function toResources(group: JsonObject): FoundResource[] {
  const name = textAt(asObject(getOwn(group, "metadata") ?? null), "name");
  return objects(group, "versions").flatMap((version) =>
    objects(version, "resources").map((resource) => ({
      group: name,
      version: textAt(version, "version"),
      kind: textAt(asObject(getOwn(resource, "responseKind") ?? null), "kind"),
      plural: textAt(resource, "resource"),
      singular: textAt(resource, "singularResource"),
      shortNames: listAt(resource, "shortNames").map(String),
      isNamespaced: textAt(resource, "scope") === "Namespaced",
    })),
  );
}

function objects(holder: JsonObject, key: string): JsonObject[] {
  return listAt(holder, key).filter(isJsonObject);
}

function textAt(holder: JsonObject, key: string): string {
  const value = getOwn(holder, key);
  return typeof value === "string" ? value : "";
}

/** Resource of a manifest's apiVersion and kind. Requests the discovery document of that group and version only. */
export async function findByKind(world: World, object: JsonObject): Promise<FoundResource | undefined> {
  const [first = "", second] = textAt(object, "apiVersion").split("/");
  const [group, version] = second === undefined ? ["", first] : [first, second];
  const root = group === "" ? "/api" : `/apis/${escapePathPart(group)}`;
  const { json } = await world.send({ method: "GET", target: `${root}/${escapePathPart(version)}` });
  const kind = textAt(object, "kind");
  const isKind = (resource: JsonObject) => resource.kind === kind && !textAt(resource, "name").includes("/");
  const resource = objects(json, "resources").find(isKind);
  return (
    resource && {
      group,
      version,
      kind,
      plural: textAt(resource, "name"),
      singular: textAt(resource, "singularName"),
      shortNames: listAt(resource, "shortNames").map(String),
      isNamespaced: resource.namespaced === true,
    }
  );
}

/**
 * Resource by a name that kubectl accepts: `backups`, `backup`, a short name, `backups.example.com`,
 * `backups.v1.example.com`.
 */
export function findByName(resources: readonly FoundResource[], name: string): FoundResource | undefined {
  const [first = "", ...rest] = name.toLowerCase().split(".");
  const isNamed = ({ plural, singular, kind, shortNames }: FoundResource) =>
    [plural, singular, kind.toLowerCase(), ...shortNames].includes(first);
  const suffix = rest.join(".");
  const isOfGroup = ({ group, version }: FoundResource) =>
    suffix === "" || suffix === group || suffix === `${version}.${group}`;
  return resources.find((each) => isNamed(each) && isOfGroup(each));
}

export interface ResourcePlace {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** Path of a resource's collection, or of one object. */
export function printResourcePath(resource: FoundResource, { namespace, name }: ResourcePlace): string {
  const { group, version, plural, isNamespaced } = resource;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const space = isNamespaced && namespace !== undefined ? `/namespaces/${escapePathPart(namespace)}` : "";
  return `${root}${space}/${plural}${name === undefined ? "" : `/${escapePathPart(name)}`}`;
}
