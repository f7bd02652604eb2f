import { type Comparison, compare, compareSlices } from "./compare.ts";
import { type Converting, convertTyped, REST } from "./converting.ts";
import { difference, type FieldSet, intersection, isEmpty, recursiveDifference, union } from "./field-set.ts";
import type { KindFields, TypedObject } from "./kind-fields.ts";
import type { Managed, ManagedEntry } from "./managed-fields.ts";
import { reconcile } from "./reconcile.ts";
import type { Slices } from "./slices.ts";

export interface Sharing {
  readonly before: TypedObject;
  readonly after: TypedObject;
  readonly kind: KindFields;
  readonly managed: Managed;
  /** Entry of the manager that makes the change; it keeps the fields it changes. */
  readonly changer?: string;
}

export interface Shared {
  /** Changed fields in the version of the objects. */
  readonly changes: Comparison;
  /** Owned fields that got another value, by entry. */
  readonly conflicts: ReadonlyMap<string, FieldSet>;
  /**
   * Fields of the other managers after the change, without changed and removed ones. Managers without fields are
   * dropped.
   */
  readonly managed: Managed;
}

/** Removes changed fields from all other owners. The objects are compared once for each version of an owner. */
export function* shareFields(sharing: Sharing): Converting<Shared> {
  const { before, after, kind, changer } = sharing;
  const changes = yield* compareTyped(before, after, kind);
  yield REST;
  const versions = new Map<string, Change | undefined>([[before.apiVersion, toChange(changes)]]);
  const conflicts = new Map<string, FieldSet>();
  const managed = new Map<string, ManagedEntry>();
  for (const [id, entry] of sharing.managed) {
    if (id === changer) {
      keep(managed, id, entry);
      continue;
    }
    if (!versions.has(entry.apiVersion)) {
      versions.set(entry.apiVersion, yield* compareIn(entry.apiVersion, sharing));
    }
    const change = versions.get(entry.apiVersion);
    if (change !== undefined) {
      const conflict = intersection(entry.set, change.touched);
      if (!isEmpty(conflict)) {
        conflicts.set(id, conflict);
      }
      const set = difference(difference(entry.set, conflict), change.removed);
      keep(managed, id, set === entry.set ? entry : { ...entry, set });
    }
  }
  return { changes, conflicts, managed };
}

/** Sets the entry, unless it has no fields. */
function keep(managed: Map<string, ManagedEntry>, id: string, entry: ManagedEntry): void {
  if (!isEmpty(entry.set)) {
    managed.set(id, entry);
  }
}

interface Change {
  readonly touched: FieldSet;
  readonly removed: FieldSet;
}

function toChange({ added, modified, removed }: Comparison): Change {
  return { touched: union(modified, added), removed };
}

/** Changes in another version; undefined if the objects cannot be converted to it. */
function* compareIn(apiVersion: string, { before, after, kind }: Sharing): Converting<Change | undefined> {
  const old = yield* convertTyped(before, apiVersion, { kind, what: "failed to convert old object: " });
  const now = old && (yield* convertTyped(after, apiVersion, { kind, what: "failed to convert new object: " }));
  if (old === undefined || now === undefined) {
    return undefined;
  }
  return toChange(yield* compareTyped(old, now, kind));
}

/** Changed fields without those that never get an owner. */
export function* compareTyped(before: TypedObject, after: TypedObject, kind: KindFields): Slices<Comparison> {
  const { type, object, apiVersion } = before;
  const changes = kind.inSlices
    ? yield* compareSlices(type, object, after.object)
    : compare(type, object, after.object);
  return exclude(changes, kind.ignored?.(apiVersion));
}

function exclude(changes: Comparison, ignored: FieldSet | undefined): Comparison {
  if (ignored === undefined) {
    return changes;
  }
  return {
    added: recursiveDifference(changes.added, ignored),
    modified: recursiveDifference(changes.modified, ignored),
    removed: recursiveDifference(changes.removed, ignored),
  };
}

/** Entries adapted to the current schema of their version. Entries of removed versions are dropped. */
export function* reconcileEntries(managed: Managed, live: TypedObject, kind: KindFields): Converting<Managed> {
  const reconciled = new Map<string, ManagedEntry>();
  const known = new Map<string, TypedObject | undefined>();
  for (const [id, entry] of managed) {
    const { apiVersion } = entry;
    if (!known.has(apiVersion)) {
      known.set(apiVersion, yield* convertTyped(live, apiVersion, { kind }));
    }
    const typed = known.get(apiVersion);
    if (typed !== undefined) {
      const set = reconcile(typed.type, entry.set);
      reconciled.set(id, set === entry.set ? entry : { ...entry, set });
    }
  }
  return reconciled;
}
