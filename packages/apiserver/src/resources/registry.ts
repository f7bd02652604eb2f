import type { Resource } from "./resource.ts";

/**
 * What is served right now: the one mutable map. Built-in kinds are put in at the start; custom ones follow their
 * CRDs, in the order of commits and before the CRD's write is answered, so that the next request finds them.
 */
export interface Registry {
  find(group: string, version: string, plural: string): Resource | undefined;
  /** Every served version of a group and plural. */
  versionsOf(group: string, plural: string): readonly Resource[];
  all(): Iterable<Resource>;
  hasGroup(group: string): boolean;
  hasGroupVersion(group: string, version: string): boolean;
  /** What the owner (a CRD's name, or empty for built-in kinds) has put in. */
  ownedBy(owner: string): readonly Resource[];
  /** Puts the resources of one owner in place of those it had before; lifetimes that are not carried on end. */
  replace(owner: string, resources: readonly Resource[]): void;
  /** Grows with every change: a key for whatever is derived from the whole. */
  readonly generation: number;
}

export function createRegistry(): Registry {
  const byOwner = new Map<string, readonly Resource[]>();
  const byKey = new Map<string, Resource>();
  const groupVersions = new Map<string, number>();
  let generation = 0;

  const count = (resource: Resource, step: number) => {
    for (const key of [resource.group, `${resource.group}/${resource.version}`]) {
      groupVersions.set(key, (groupVersions.get(key) ?? 0) + step);
    }
  };

  return {
    find: (group, version, plural) => byKey.get(`${group}/${version}/${plural}`),
    versionsOf: (group, plural) =>
      [...byKey.values()].filter((resource) => resource.group === group && resource.names.plural === plural),
    all: () => byKey.values(),
    hasGroup: (group) => (groupVersions.get(group) ?? 0) > 0,
    hasGroupVersion: (group, version) => (groupVersions.get(`${group}/${version}`) ?? 0) > 0,
    ownedBy: (owner) => byOwner.get(owner) ?? [],
    replace(owner, resources) {
      const before = byOwner.get(owner) ?? [];
      for (const resource of before) {
        byKey.delete(keyOf(resource));
        count(resource, -1);
      }
      for (const resource of resources) {
        byKey.set(keyOf(resource), resource);
        count(resource, 1);
      }
      if (resources.length === 0) {
        byOwner.delete(owner);
      } else {
        byOwner.set(owner, resources);
      }
      generation++;
      endLifetimes(before, resources);
    },
    get generation() {
      return generation;
    },
  };
}

/** After the change, so that whoever is told finds what is served now. */
function endLifetimes(before: readonly Resource[], after: readonly Resource[]): void {
  const kept = new Set(after.map(({ lifetime }) => lifetime));
  for (const lifetime of new Set(before.map((resource) => resource.lifetime))) {
    if (!kept.has(lifetime)) {
      lifetime?.end();
    }
  }
}

function keyOf(resource: Resource): string {
  return `${resource.group}/${resource.version}/${resource.names.plural}`;
}
