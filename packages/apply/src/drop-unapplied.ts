import { type Converting, convertTyped, REST } from "./converting.ts";
import { difference, emptySet, type FieldSet, intersection, isEmpty, isSubset, unionAll } from "./field-set.ts";
import type { KindFields, TypedObject } from "./kind-fields.ts";
import type { Managed, ManagedEntry } from "./managed-fields.ts";
import { withNamedFields } from "./named-fields.ts";
import { remove } from "./remove.ts";
import { toFieldSet } from "./to-field-set.ts";

export interface Dropping {
  readonly merged: TypedObject;
  readonly kind: KindFields;
  /** Managed fields with the applier's new entry. */
  readonly managed: Managed;
  readonly applier: ManagedEntry;
  /** Previous entry of the applier. */
  readonly last: ManagedEntry | undefined;
}

/**
 * Removes a field, list item or map value from the merged object if, and only if, the applier applied it last time and
 * did not apply it this time, and no other manager owns it.
 */
export function* dropUnapplied(dropping: Dropping): Converting<TypedObject> {
  const { merged, kind, managed, applier, last } = dropping;
  if (last === undefined || isEmpty(last.set)) {
    return merged;
  }
  if (last.apiVersion === applier.apiVersion && isSubset(last.set, applier.set)) {
    // The new configuration has all fields of the previous one.
    return merged;
  }
  const what = "failed to prune fields: failed to convert merged object to last applied version: ";
  const full = yield* convertTyped(merged, last.apiVersion, { kind, what });
  if (full === undefined) {
    return merged;
  }
  const bare = without(full, withNamedFields(full.type, last.set));
  yield REST;
  const missing = createMissing();
  const owned = yield* addBackOwned({ full, bare, kind, managed, missing });
  const left = yield* convertTyped(owned, last.apiVersion, {
    kind,
    what: "failed to prune fields: failed add back dangling items: failed to convert pruned object to last applied version: ",
  });
  yield REST;
  // Fields that were removed only with their container, and did not belong to the applier, are restored.
  const unowned = left === undefined ? emptySet : intersection(missing(full, left), named(full, last.set));
  const dropped = drop(full, unowned, dropping);
  return (yield* convertTyped(dropped, applier.apiVersion, { kind, what: "failed to prune fields: " })) ?? merged;
}

interface AddingBack {
  readonly full: TypedObject;
  readonly bare: TypedObject;
  readonly kind: KindFields;
  readonly managed: Managed;
  readonly missing: Missing;
}

/**
 * Restores the fields that any manager owns, in each manager's version; the applier's new configuration is one of them.
 */
function* addBackOwned({ full, bare, kind, managed, missing }: AddingBack): Converting<TypedObject> {
  let pruned = bare;
  let merged = full;
  for (const [apiVersion, owned] of byVersion(managed, full.apiVersion)) {
    const where = `at version ${apiVersion}: `;
    const whole = yield* convertTyped(merged, apiVersion, {
      kind,
      what: `failed to prune fields: failed add back owned items: failed to convert merged object ${where}`,
    });
    const part =
      whole &&
      (yield* convertTyped(pruned, apiVersion, {
        kind,
        what: `failed to prune fields: failed add back owned items: failed to convert pruned object ${where}`,
      }));
    if (whole !== undefined && part !== undefined) {
      merged = whole;
      pruned = without(whole, difference(missing(whole, part), named(whole, owned)));
    }
  }
  return pruned;
}

/** Owned fields by version, `first` before the others, so that fields that conversion needs are restored first. */
function byVersion(managed: Managed, first: string): Map<string, FieldSet> {
  const sets = new Map<string, FieldSet[]>();
  const entries = [...managed.values()];
  for (const { apiVersion, set } of [...entries.filter((entry) => entry.apiVersion === first), ...entries]) {
    const others = sets.get(apiVersion);
    if (others === undefined) {
      sets.set(apiVersion, [set]);
    } else {
      others.push(set);
    }
  }
  return new Map([...sets].map(([apiVersion, all]) => [apiVersion, unionAll(all)]));
}

/**
 * Copy of the object without the fields. Emptied containers become null, so that they count as fields until their
 * owners are known.
 */
function without(typed: TypedObject, set: FieldSet): TypedObject {
  return { ...typed, object: remove(typed.type, typed.object, set) };
}

/** Copy of the object without the fields; with `kep`, emptied containers without an owner are removed. */
function drop(typed: TypedObject, set: FieldSet, { kind, managed }: Dropping): TypedObject {
  const owned = kind.semantics === "kep" ? (byVersion(managed, "").get(typed.apiVersion) ?? emptySet) : undefined;
  return { ...typed, object: remove(typed.type, typed.object, set, owned) };
}

function named({ type }: TypedObject, set: FieldSet): FieldSet {
  return withNamedFields(type, set);
}

/** Finds the fields of `whole` that `part` lacks. */
type Missing = (whole: TypedObject, part: TypedObject) => FieldSet;

/** Lists the fields of `whole` once, because it is mostly the same object. */
function createMissing(): Missing {
  const known = new Map<TypedObject, FieldSet>();
  return (whole, part) => {
    const all = known.get(whole) ?? named(whole, toFieldSet(whole.type, whole.object));
    known.set(whole, all);
    return difference(all, named(whole, toFieldSet(whole.type, part.object)));
  };
}
