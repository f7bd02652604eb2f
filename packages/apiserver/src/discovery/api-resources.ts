import type { JsonObject } from "@kiln/api";
import { type Registry, type Resource, subresourcesOf } from "@kiln/kinds";
import { storageVersionHash } from "./storage-version-hash.ts";

/** One resource and its subresources, as an APIResourceList shows them. */
export function apiResources(registry: Registry, resource: Resource): JsonObject[] {
  const { names, isNamespaced: namespaced } = resource;
  const hash = storageVersionHash(registry, resource);
  const main: JsonObject = {
    name: names.plural,
    singularName: names.singular,
    namespaced,
    kind: names.kind,
    verbs: [...resource.dialect.routing.verbs(resource)],
    ...(names.shortNames.length === 0 ? {} : { shortNames: [...names.shortNames] }),
    ...(names.categories.length === 0 ? {} : { categories: [...names.categories] }),
    ...(hash === undefined ? {} : { storageVersionHash: hash }),
  };
  const rest = subresourcesOf(resource).map(({ name, group, version, kind, verbs }) => ({
    name: `${names.plural}/${name}`,
    singularName: "",
    namespaced,
    ...(group === resource.group ? {} : { group, version }),
    kind,
    verbs: [...verbs],
  }));
  return [main, ...rest];
}
