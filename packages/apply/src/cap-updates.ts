import { compareGoStrings } from "@kiln/api";
import { union } from "./field-set.ts";
import { compareTimes, identify, type Managed, type ManagedEntry } from "./managed-fields.ts";

/** Maximum number of Update entries in managedFields. */
const MAX_UPDATERS = 10;

const ANCIENT = "ancient-changes";

/** Merges the oldest Update entries of a version, as few as needed. Apply entries are not counted. */
export function capUpdates(managed: Managed): Managed {
  if (managed.size <= MAX_UPDATERS) {
    return managed;
  }
  const updaters = [...managed].filter(([, entry]) => entry.operation === "Update");
  let count = updaters.length;
  if (count <= MAX_UPDATERS) {
    return managed;
  }
  const capped = new Map(managed);
  const oldest = new Map<string, string>();
  for (const [id, entry] of updaters.sort(compareAges)) {
    const first = oldest.get(entry.apiVersion);
    if (count <= MAX_UPDATERS) {
      break;
    }
    if (first === undefined) {
      oldest.set(entry.apiVersion, id);
    } else {
      fold(capped, { id, first });
      count--;
    }
  }
  return capped;
}

function compareAges([aId, a]: [string, ManagedEntry], [bId, b]: [string, ManagedEntry]): number {
  return compareTimes(a, b) || compareGoStrings(aId, bId);
}

/** Merges the entry into the merged entry of its version in `managed`; the first such entry becomes the merged one. */
function fold(
  managed: Map<string, ManagedEntry>,
  { id, first }: { readonly id: string; readonly first: string },
): void {
  const entry = managed.get(id) as ManagedEntry;
  const { operation, apiVersion } = entry;
  const owner = { manager: ANCIENT, operation, apiVersion, subresource: "" };
  const bucket = identify(owner);
  const collected = managed.get(bucket) ?? (managed.get(first) as ManagedEntry);
  if (!managed.has(bucket)) {
    managed.delete(first);
  }
  managed.delete(id);
  // The merged entry has the time of the newer of the two, which is the one just added.
  managed.set(bucket, { ...owner, time: entry.time, set: union(entry.set, collected.set) });
}
