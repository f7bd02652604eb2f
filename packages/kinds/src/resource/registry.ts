import type { Resource } from "./resource.ts";

/** Served resources of one group version. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  /** Resources by plural. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** {@link Registry.generation} of its last change, the key for caches of derived data. */
  readonly generation: number;
}

/** False if the version is hidden from discovery and OpenAPI. */
export function isListed({ resources }: ServedVersion): boolean {
  for (const { serving } of resources.values()) {
    if (serving.isUnlisted !== true) {
      return true;
    }
  }
  return false;
}

/**
 * All served resources, the only mutable map of them. Built-in kinds are added at start; custom resources follow their
 * CRDs in the order of commits, before the write of the CRD is answered, so that the next request finds them.
 */
export interface Registry {
  find(group: string, version: string, plural: string): Resource | undefined;
  all(): Iterable<Resource>;
  groups(): Iterable<string>;
  /** Served versions of a group, in no order; empty for a group that is not served. */
  versionsOf(group: string): readonly ServedVersion[];
  findVersion(group: string, version: string): ServedVersion | undefined;
  /** Whether the group has built-in kinds, on which messages for its paths depend. */
  hasBuiltIn(group: string): boolean;
  /** Resources of an owner: the name of a CRD, or empty for built-in kinds. */
  ownedBy(owner: string): readonly Resource[];
  /** Replaces the resources of an owner; ends lifetimes that do not continue. */
  replace(owner: string, resources: readonly Resource[]): void;
  /** Incremented by every change, the key for caches of derived data. */
  readonly generation: number;
}

interface Slot {
  readonly group: string;
  readonly version: string;
  readonly resources: Map<string, Resource>;
  generation: number;
}

type Groups = Map<string, Map<string, Slot>>;

const BUILT_IN_OWNER = "";

export function createRegistry(): Registry {
  const byOwner = new Map<string, readonly Resource[]>();
  const groups: Groups = new Map();
  let builtInGroups: ReadonlySet<string> = new Set();

  const registry: Registry & { generation: number } = {
    generation: 0,
    find: (group, version, plural) => groups.get(group)?.get(version)?.resources.get(plural),
    all: () => allOf(groups),
    groups: () => groups.keys(),
    versionsOf: (group) => [...(groups.get(group)?.values() ?? [])],
    findVersion: (group, version) => groups.get(group)?.get(version),
    hasBuiltIn: (group) => builtInGroups.has(group),
    ownedBy: (owner) => byOwner.get(owner) ?? [],
    replace(owner, resources) {
      const before = byOwner.get(owner) ?? [];
      const generation = ++registry.generation;
      for (const resource of before) {
        takeOut(groups, resource, generation);
      }
      for (const resource of resources) {
        putIn(groups, resource, generation);
      }
      if (resources.length === 0) {
        byOwner.delete(owner);
      } else {
        byOwner.set(owner, resources);
      }
      if (owner === BUILT_IN_OWNER) {
        builtInGroups = new Set(resources.map(({ group }) => group));
      }
      if (before.length > 0) {
        endLifetimes(before, resources);
      }
    },
  };
  return registry;
}

function* allOf(groups: Groups): Iterable<Resource> {
  for (const versions of groups.values()) {
    for (const slot of versions.values()) {
      yield* slot.resources.values();
    }
  }
}

/** Adds a resource to its group version. */
function putIn(groups: Groups, resource: Resource, generation: number): void {
  const { group, version } = resource;
  const versions = groups.get(group) ?? new Map<string, Slot>();
  groups.set(group, versions);
  const slot = versions.get(version) ?? { group, version, resources: new Map<string, Resource>(), generation };
  versions.set(version, slot);
  slot.resources.set(resource.names.plural, resource);
  slot.generation = generation;
}

/** Removes a resource from its group version; removes group versions that become empty. */
function takeOut(groups: Groups, { group, version, names }: Resource, generation: number): void {
  const versions = groups.get(group);
  const slot = versions?.get(version);
  if (versions === undefined || slot === undefined) {
    return;
  }
  slot.resources.delete(names.plural);
  slot.generation = generation;
  if (slot.resources.size === 0) {
    versions.delete(version);
  }
  if (versions.size === 0) {
    groups.delete(group);
  }
}

/** Ends lifetimes after the change, so that listeners find the new resources. */
function endLifetimes(before: readonly Resource[], after: readonly Resource[]): void {
  const kept = new Set(after.map(({ serving }) => serving.lifetime));
  for (const lifetime of new Set(before.map((resource) => resource.serving.lifetime))) {
    if (!kept.has(lifetime)) {
      lifetime?.end();
    }
  }
}
