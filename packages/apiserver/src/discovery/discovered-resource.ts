import type { JsonObject } from "@kiln/api";
import { type Resource, subresourcesOf } from "@kiln/kinds";

/** One resource with its subresources, as an APIGroupDiscoveryList shows them. */
export function discoveredResource(resource: Resource): JsonObject {
  const { group, version, names } = resource;
  const subresources = subresourcesOf(resource).map((subresource) => ({
    subresource: subresource.name,
    responseKind: { group: subresource.group, version: subresource.version, kind: subresource.kind },
    verbs: [...subresource.verbs],
  }));
  return {
    resource: names.plural,
    responseKind: { group, version, kind: names.kind },
    scope: resource.isNamespaced ? "Namespaced" : "Cluster",
    singularResource: names.singular,
    verbs: [...resource.dialect.routing.verbs(resource)],
    ...(names.shortNames.length === 0 ? {} : { shortNames: [...names.shortNames] }),
    ...(names.categories.length === 0 ? {} : { categories: [...names.categories] }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
