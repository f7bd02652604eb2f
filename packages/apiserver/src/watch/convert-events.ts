import type { Resource } from "@kiln/kinds";
import type { Entry, EventBatch, StoreEvent } from "@kiln/store";
import { convertEntries } from "../convert/convert-entries.ts";
import type { Selection } from "../list/selection.ts";
import type { EncodedEvents } from "./encoded-events.ts";

/** Converter of watch events to the version of the request, by the CRD's conversion webhook. */
export interface EventConverter {
  state(entries: readonly Entry[]): Promise<readonly Entry[]>;
  batch(batch: EventBatch): Promise<EventBatch>;
}

export interface EventConverterOptions {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly encoded: EncodedEvents;
}

/** Converter of a watch; undefined if no event needs conversion. All watchers share converted events. */
export function createEventConverter(options: EventConverterOptions): EventConverter | undefined {
  const { resource, selection, encoded } = options;
  if (resource.storage.convertRemotely === undefined) {
    return undefined;
  }
  const { isEverything, readsObjects } = selection;
  return {
    // Events excluded by key or label are not converted.
    state: (entries) => convertEntries(resource, readsObjects ? entries : entries.filter(selection.matches)),
    batch: (batch) =>
      encoded.convertedOf(batch, isEverything ? "all" : "some", () => convertBatch(resource, batch, isEverything)),
  };
}

/**
 * Converts a batch of events. Without a selector the old object is needed for DELETED only; with one, also when the
 * object leaves the selection.
 */
async function convertBatch(resource: Resource, batch: EventBatch, isEverything: boolean): Promise<EventBatch> {
  const needsPrevious = ({ type }: StoreEvent) => !isEverything || type === "delete";
  const entries = batch.events.flatMap((event) => {
    const { key, value, revision, previous } = event;
    const shown = value === undefined ? [] : [{ key, value, revision }];
    return previous !== undefined && needsPrevious(event) ? [...shown, previous] : shown;
  });
  const converted = await convertEntries(resource, entries);
  const byEntry = new Map(entries.map((entry, i) => [entry.value, (converted[i] as Entry).value]));
  const events = batch.events.map((event) => {
    const { value, previous } = event;
    return {
      ...event,
      ...(value === undefined ? {} : { value: byEntry.get(value) ?? value }),
      ...(previous === undefined
        ? {}
        : { previous: { ...previous, value: byEntry.get(previous.value) ?? previous.value } }),
    };
  });
  return { ...batch, events };
}
