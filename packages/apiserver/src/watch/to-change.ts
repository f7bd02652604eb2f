import type { Entry, StoreEvent } from "@kiln/store";
import type { Selection } from "../list/selection.ts";

/** What happened to an object, as seen by someone who sees a selection only. */
export interface Change {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object to show, with the revision of the event. */
  readonly entry: Entry;
}

/**
 * Undefined for what the selection never showed. Kubernetes: an object that leaves it is deleted as far as the watcher
 * can tell, and comes as it last was, with the resourceVersion of the write that took it away.
 */
export function toChange(
  event: StoreEvent,
  selection: Pick<Selection, "isEverything" | "matches">,
): Change | undefined {
  const { key, value, previous, revision } = event;
  const { isEverything } = selection;
  const entry = value === undefined ? undefined : { key, value, revision };
  const isIn = entry !== undefined && (isEverything || selection.matches(entry));
  const wasIn = previous !== undefined && (isEverything || selection.matches(previous));
  if (isIn) {
    return { type: wasIn ? "MODIFIED" : "ADDED", entry };
  }
  return wasIn ? { type: "DELETED", entry: { key, value: previous.value, revision } } : undefined;
}
