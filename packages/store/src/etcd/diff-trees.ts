import { type CowTree, treeEntries } from "../cow-tree.ts";
import { compareKeys } from "../key-order.ts";
import type { Entry, Revision, StoreEvent } from "../store.ts";

/**
 * The events between two states: one for each key that differs, in order of revision. The revision of a delete is
 * unknown: deletes come last, at the newer state's revision.
 */
export function diffTrees(older: CowTree<Entry>, newer: CowTree<Entry>, revision: Revision): StoreEvent[] {
  const writes: StoreEvent[] = [];
  const deletes: StoreEvent[] = [];
  const left = treeEntries(older);
  const right = treeEntries(newer);
  let old = left.next().value?.[1];
  let now = right.next().value?.[1];
  while (old !== undefined || now !== undefined) {
    const order = old === undefined ? 1 : now === undefined ? -1 : compareKeys(old.key, now.key);
    if (order < 0) deletes.push({ type: "delete", key: old!.key, revision, previous: old! });
    else if (order > 0) writes.push({ ...now!, type: "create" });
    else if (old!.revision !== now!.revision) writes.push({ ...now!, type: "replace", previous: old! });
    if (order <= 0) old = left.next().value?.[1];
    if (order >= 0) now = right.next().value?.[1];
  }
  writes.sort((a, b) => a.revision - b.revision);
  return [...writes, ...deletes];
}
