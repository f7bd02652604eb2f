import type { Resource } from "@kiln/kinds";
import type { Entry, StoreEvent } from "@kiln/store";
import { readSelectableHead, type Selection } from "../list/selection.ts";
import type { EncodedEvents } from "./encoded-events.ts";

/** A change of an object as a watcher with a selection sees it. */
export interface Change {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** Object to send, with the revision of the event. */
  readonly entry: Entry;
}

export interface ChangeOptions {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly encoded: EncodedEvents;
}

/**
 * Change to send for an event; undefined if the selection never included the object. Kubernetes: an object that leaves
 * the selection is a DELETED event with its last matching state and the resourceVersion of the write
 * (storage/cacher/cache_watcher.go convertToWatchEvent, v1.36).
 */
export function toChange(event: StoreEvent, options: ChangeOptions): Change | undefined {
  const { key, value, previous, revision } = event;
  const { isEverything } = options.selection;
  const entry = value === undefined ? undefined : { key, value, revision };
  const isIn = entry !== undefined && (isEverything || isSelected(event, entry, options));
  const wasIn = previous !== undefined && (isEverything || wasSelected(event, previous, options));
  if (isIn) {
    return { type: wasIn ? "MODIFIED" : "ADDED", entry };
  }
  return wasIn ? { type: "DELETED", entry: { key, value: previous.value, revision } } : undefined;
}

function isSelected(event: StoreEvent, entry: Entry, { resource, selection, encoded }: ChangeOptions): boolean {
  return selection.matchesHead(event.key, () => {
    const heads = encoded.headsOf(event);
    heads.head ??= readSelectableHead(resource, entry);
    return heads.head;
  });
}

function wasSelected(event: StoreEvent, previous: Entry, { resource, selection, encoded }: ChangeOptions): boolean {
  return selection.matchesHead(event.key, () => {
    const heads = encoded.headsOf(event);
    heads.previous ??= readSelectableHead(resource, previous);
    return heads.previous;
  });
}
