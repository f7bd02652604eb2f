import { kindPrefix, parseGroupVersion } from "@kiln/api";
import { apiVersionOf, type Place, type Registry, type Resource } from "@kiln/kinds";

/** Lookups of served resources for code that works on stored objects. */
export interface Kinds {
  /** Resource by apiVersion and kind; undefined if it is not served. */
  find(apiVersion: string, kind: string): Resource | undefined;
  /** Resource, namespace and name for a key; undefined if the kind is not served. */
  placeOf(key: string): Place | undefined;
  /** One resource for each stored kind, whatever versions it is served in. */
  all(): Iterable<Resource>;
}

export function createKinds(registry: Registry): Kinds {
  let byPrefix: ReadonlyMap<string, Resource> = new Map();
  let generation = -1;
  const current = (): ReadonlyMap<string, Resource> => {
    if (generation !== registry.generation) {
      generation = registry.generation;
      byPrefix = indexByPrefix(registry);
    }
    return byPrefix;
  };
  return {
    find: (apiVersion, kind) => findKind(registry, apiVersion, kind),
    placeOf(key) {
      const resource = current().get(kindPrefix(key));
      return resource === undefined ? undefined : { resource, ...nameOf(resource, key) };
    },
    all: () => current().values(),
  };
}

/** Resources by prefix: the storage version if it is served, so that nothing must be converted. */
function indexByPrefix(registry: Registry): Map<string, Resource> {
  const byPrefix = new Map<string, Resource>();
  for (const resource of registry.all()) {
    const { prefix, apiVersion } = resource.storage;
    if (resource.serving.verbs.includes("delete") && (!byPrefix.has(prefix) || apiVersionOf(resource) === apiVersion)) {
      byPrefix.set(prefix, resource);
    }
  }
  return byPrefix;
}

function findKind(registry: Registry, apiVersion: string, kind: string): Resource | undefined {
  const { value } = parseGroupVersion(apiVersion);
  const served = value === undefined ? undefined : registry.findVersion(value.group, value.version);
  for (const resource of served?.resources.values() ?? []) {
    if (resource.names.kind === kind) {
      return resource;
    }
  }
  return undefined;
}

function nameOf(resource: Resource, key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.lastIndexOf("/");
  const namespace = resource.isNamespaced ? key.slice(resource.storage.prefix.length, slash) : "";
  return { namespace, name: key.slice(slash + 1) };
}
