import { capUpdates } from "./cap-updates.ts";
import { type Converting, REST } from "./converting.ts";
import { difference, emptySet, isEmpty, isSubset, union } from "./field-set.ts";
import type { KindFields, TypedObject } from "./kind-fields.ts";
import { type FieldManager, identify, type Managed } from "./managed-fields.ts";
import { reconcileEntries, shareFields } from "./share-fields.ts";
import { UNOWNED } from "./unowned.ts";

export interface OwningUpdate {
  /** Live object; only apiVersion and kind if the object is new. */
  readonly live: TypedObject;
  readonly wanted: TypedObject;
  readonly kind: KindFields;
  readonly managed: Managed;
  readonly owner: FieldManager;
  readonly now: string;
}

/**
 * Owners after an update: the updater alone owns the fields that it added or changed; removed fields have no owner. An
 * update that adds and changes nothing does not appear in managedFields.
 */
export function* ownUpdate({ live, wanted, kind, managed, owner, now }: OwningUpdate): Converting<Managed> {
  const id = identify(owner);
  const reconciled = yield* reconcileEntries(managed, live, kind);
  yield REST;
  const shared = yield* shareFields({ before: live, after: wanted, kind, managed: reconciled, changer: id });
  yield REST;
  const { added, modified, removed } = shared.changes;
  const changed = difference(union(modified, added), UNOWNED);
  const entry = shared.managed.get(id);
  const left = entry === undefined ? emptySet : difference(entry.set, removed);
  // The entry is unchanged, except for its time, if the manager changes only its own fields.
  const set = isSubset(changed, left) ? left : union(changed, left);
  const result = new Map(shared.managed);
  if (isEmpty(set)) {
    result.delete(id);
  } else {
    const { manager, operation, apiVersion, subresource } = owner;
    const time = isEmpty(changed) ? entry?.time : now;
    result.set(id, { manager, operation, apiVersion, subresource, time, set, decoded: entry?.decoded });
  }
  return capUpdates(result);
}
