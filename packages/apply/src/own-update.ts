import { capUpdates } from "./cap-updates.ts";
import type { Converting } from "./converting.ts";
import { difference, isEmpty, union } from "./field-set.ts";
import type { KindFields, TypedObject } from "./kind-fields.ts";
import { type FieldManager, identify, type Managed } from "./managed-fields.ts";
import { reconcileEntries, shareFields } from "./share-fields.ts";
import { UNOWNED } from "./unowned.ts";

export interface OwningUpdate {
  /** Nothing but type and version, if the object is new. */
  readonly live: TypedObject;
  readonly wanted: TypedObject;
  readonly kind: KindFields;
  readonly managed: Managed;
  readonly owner: FieldManager;
  readonly now: string;
}

/**
 * Who owns what after an update: the updater owns what it added or changed, and nobody else does; what it removed has no
 * owner. An update that adds and changes nothing leaves no trace of the updater.
 */
export function* ownUpdate({ live, wanted, kind, managed, owner, now }: OwningUpdate): Converting<Managed> {
  const reconciled = yield* reconcileEntries(managed, live, kind);
  const { changes, managed: shared } = yield* shareFields({ before: live, after: wanted, kind, managed: reconciled });
  const changed = difference(union(changes.modified, changes.added), UNOWNED);
  if (isEmpty(changed)) {
    return capUpdates(shared);
  }
  const id = identify(owner);
  const earlier = shared.get(id);
  const set = earlier === undefined ? changed : union(changed, earlier.set);
  return capUpdates(new Map(shared).set(id, { ...owner, time: now, set }));
}
