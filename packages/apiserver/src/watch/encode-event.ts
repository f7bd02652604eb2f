import { encodeUtf8 } from "@kiln/api";
import type { StoreEvent } from "@kiln/store";
import { concatBytes } from "../concat-bytes.ts";
import { readEncoded } from "../read-object.ts";
import type { Resource } from "../resources/resource.ts";
import { withResourceVersion } from "../stored-value.ts";

const END = encodeUtf8("}\n");

export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

/** One line of a watch stream. */
export function encodeWatchLine(type: WatchEventType, object: Uint8Array): Uint8Array {
  return concatBytes([encodeUtf8(`{"type":"${type}","object":`), object, END]);
}

const TYPES = { create: "ADDED", replace: "MODIFIED", delete: "DELETED" } as const;

/** Encodes each event once, however many watch: the store hands the same event to all of them. */
export function createEventEncoder(resource: Resource): (event: StoreEvent) => Uint8Array {
  const lines = new WeakMap<StoreEvent, Uint8Array>();
  return (event) => {
    const known = lines.get(event);
    if (known !== undefined) {
      return known;
    }
    const line = encodeWatchLine(TYPES[event.type], eventObject(resource, event));
    lines.set(event, line);
    return line;
  };
}

/** Kubernetes: a deleted object comes as it last was, with the resourceVersion of the deletion. */
function eventObject(resource: Resource, event: StoreEvent): Uint8Array {
  const value = event.value ?? event.previous?.value;
  if (value === undefined) {
    throw new Error(`an event at revision ${event.revision} has neither value nor previous value`);
  }
  const entry = { key: event.key, value, revision: event.revision };
  return withResourceVersion(readEncoded(resource, entry), event.revision);
}
