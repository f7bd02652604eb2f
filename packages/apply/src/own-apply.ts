import { appendAll, deepCopy, deepEqual, type JsonObject } from "@kiln/api";
import type { CompiledUnions } from "@kiln/schema";
import { type Conflict, sortConflicts } from "./conflict.ts";
import { type Converting, REST } from "./converting.ts";
import { dropUnapplied } from "./drop-unapplied.ts";
import { difference, equalSets, type FieldSet, isEmpty, listPaths, recursiveDifference } from "./field-set.ts";
import type { KindFields, TypedObject } from "./kind-fields.ts";
import { type FieldManager, identify, type Managed, type ManagedEntry } from "./managed-fields.ts";
import { merge } from "./merge.ts";
import { reconcileEntries, shareFields } from "./share-fields.ts";
import { toFieldSet } from "./to-field-set.ts";
import { UNOWNED } from "./unowned.ts";

export interface OwningApply {
  readonly live: TypedObject;
  readonly config: TypedObject;
  readonly kind: KindFields;
  readonly managed: Managed;
  readonly owner: FieldManager;
  readonly now: string;
  /** True to become the owner of conflicting fields. */
  readonly isForced: boolean;
  readonly unions?: CompiledUnions | undefined;
}

export type OwnedApply =
  | { readonly conflicts: readonly Conflict[] }
  | {
      /**
       * Resulting object. May share parts with the live object and the configuration; the live object itself if nothing
       * changes.
       */
      readonly object: JsonObject;
      readonly managed: Managed;
    };

/**
 * Merges the configuration into the live object, removes fields that its applier no longer applies, and computes the
 * owners.
 */
export function* ownApply(applying: OwningApply): Converting<OwnedApply> {
  const { live, kind, owner, isForced } = applying;
  const reconciled = yield* reconcileEntries(applying.managed, live, kind);
  const id = identify(owner);
  const last = reconciled.get(id);
  const applier: ManagedEntry = { ...last, ...owner, set: appliedSet(applying) };
  yield REST;
  const managed = new Map(reconciled).set(id, applier);
  const merged = { ...live, object: merge(live.type, live.object, applying.config.object) as JsonObject };
  yield REST;
  const dropped = yield* dropUnapplied({ merged, kind, managed, applier, last });
  yield REST;
  const after = normalize(withApplied(dropped, applying), applying);
  const shared = yield* shareFields({ before: live, after, kind, managed, changer: id });
  yield REST;
  if (!isForced && shared.conflicts.size > 0) {
    return { conflicts: toConflicts(shared.conflicts, managed) };
  }
  const isChanged = !deepEqual(live.object, after.object);
  const entry = isChanged ? { ...applier, time: applying.now } : applier;
  return { object: isChanged ? after.object : live.object, managed: withApplier(shared.managed, id, entry) };
}

function appliedSet({ config, kind }: OwningApply): FieldSet {
  const set = toFieldSet(config.type, config.object);
  const ignored = kind.ignored?.(config.apiVersion);
  return ignored === undefined ? set : recursiveDifference(set, ignored);
}

/** Restores empty lists and objects of the configuration that were removed with their last item or field. */
function withApplied(dropped: TypedObject, { config, kind }: OwningApply): TypedObject {
  return kind.semantics === "kep"
    ? { ...dropped, object: merge(dropped.type, dropped.object, config.object) as JsonObject }
    : dropped;
}

/** Normalizes unions. Members that this clears cause no conflict: they count as removed. */
function normalize(dropped: TypedObject, { unions, live }: OwningApply): TypedObject {
  if (unions === undefined) {
    return dropped;
  }
  const object = deepCopy(dropped.object);
  unions.normalize(object, live.object);
  return { ...dropped, object };
}

function withApplier(managed: Managed, id: string, applier: ManagedEntry): Managed {
  const entries = new Map(managed);
  const set = difference(applier.set, UNOWNED);
  if (isEmpty(set)) {
    entries.delete(id);
  } else {
    const { decoded } = applier;
    entries.set(id, { ...applier, set: decoded !== undefined && equalSets(set, decoded) ? decoded : set });
  }
  return entries;
}

function toConflicts(sets: ReadonlyMap<string, FieldSet>, managed: Managed): Conflict[] {
  const conflicts: Conflict[] = [];
  for (const [id, set] of sets) {
    const { set: _, time: __, decoded: ___, ...owner } = managed.get(id) as ManagedEntry;
    appendAll(
      conflicts,
      listPaths(set).map((path) => ({ owner, path })),
    );
  }
  return sortConflicts(conflicts);
}
