import type { Head } from "@kiln/kinds";

/** Owner references of an object; objects without any are not kept. */
type Links = Pick<Head, "owners" | "blocks">;

/** Uids of the owners affected by one write. */
export interface LinkChanges {
  readonly added: readonly string[];
  /** Owners for whose deletion the object no longer has to be deleted first. */
  readonly unblocked: readonly string[];
}

/** Index of dependents: from the uid of an owner, existing or not, to the keys of its dependents. */
export interface OwnerGraph {
  /** Keys of all objects that have owners. */
  keys(): Iterable<string>;
  dependentsOf(uid: string): ReadonlySet<string>;
  /** Whether the owner has a dependent with blockOwnerDeletion, which must be deleted first. */
  isBlocked(uid: string): boolean;
  /** Records the owner references of an object's newest write; undefined if it was deleted or has no owners. */
  set(key: string, links: Links | undefined): LinkChanges;
  /** Remembers that the owner was deleted, while dependents exist: its kind may soon be removed as well. */
  markGone(uid: string): void;
  isGone(uid: string): boolean;
}

interface Dependents {
  readonly keys: Set<string>;
  readonly blockers: Set<string>;
  isGone: boolean;
}

const NONE: readonly string[] = [];
const NO_KEYS: ReadonlySet<string> = new Set();
const NO_CHANGES: LinkChanges = { added: NONE, unblocked: NONE };

export function createOwnerGraph(): OwnerGraph {
  const links = new Map<string, Links>();
  const byOwner = new Map<string, Dependents>();

  const add = (uid: string, key: string): void => {
    const dependents = byOwner.get(uid) ?? { keys: new Set(), blockers: new Set(), isGone: false };
    byOwner.set(uid, dependents);
    dependents.keys.add(key);
  };

  const remove = (uid: string, key: string): void => {
    const dependents = byOwner.get(uid);
    dependents?.keys.delete(key);
    if (dependents?.keys.size === 0) {
      byOwner.delete(uid);
    }
  };

  return {
    keys: () => links.keys(),
    dependentsOf: (uid) => byOwner.get(uid)?.keys ?? NO_KEYS,
    isBlocked: (uid) => (byOwner.get(uid)?.blockers.size ?? 0) > 0,
    set(key, after) {
      const before = links.get(key);
      const { owners = NONE, blocks = NONE } = after ?? {};
      if (before === undefined && owners.length === 0) {
        return NO_CHANGES;
      }
      const added = without(owners, before?.owners);
      const unblocked = without(before?.blocks ?? NONE, blocks);
      for (const uid of added) {
        add(uid, key);
      }
      for (const uid of blocks) {
        byOwner.get(uid)?.blockers.add(key);
      }
      for (const uid of unblocked) {
        byOwner.get(uid)?.blockers.delete(key);
      }
      for (const uid of without(before?.owners ?? NONE, owners)) {
        remove(uid, key);
      }
      if (owners.length === 0) {
        links.delete(key);
      } else {
        links.set(key, { owners, blocks });
      }
      return { added, unblocked };
    },
    markGone(uid) {
      const dependents = byOwner.get(uid);
      if (dependents !== undefined) {
        dependents.isGone = true;
      }
    },
    isGone: (uid) => byOwner.get(uid)?.isGone === true,
  };
}

function without(uids: readonly string[], others: readonly string[] = NONE): readonly string[] {
  if (uids.length === 0 || others.length === 0) {
    return uids;
  }
  const taken = new Set(others);
  return uids.filter((uid) => !taken.has(uid));
}
