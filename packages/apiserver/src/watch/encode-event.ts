import { appendAll, concatBytes, encodeUtf8, type JsonObject, type Status } from "@kiln/api";
import { apiVersionOf, encodeWatchFrame, type Resource, readEncoded, readServedBytes, servedStart } from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import type { Output } from "../output/output.ts";
import type { Change } from "./to-change.ts";

const STARTS = {
  ADDED: encodeUtf8('{"type":"ADDED","object":'),
  MODIFIED: encodeUtf8('{"type":"MODIFIED","object":'),
  DELETED: encodeUtf8('{"type":"DELETED","object":'),
  BOOKMARK: encodeUtf8('{"type":"BOOKMARK","object":'),
  ERROR: encodeUtf8('{"type":"ERROR","object":'),
} as const;

const END = encodeUtf8("}\n");
const QUOTE = 0x22;

/** Encoding of events for a group of watchers. */
export interface EventForm {
  readonly resource: Resource;
  readonly output: Output;
}

/** Position of an event in its watch: the first one has column definitions, if its form has any. */
export interface EventPlace {
  readonly isFirst: boolean;
}

export interface Line extends Change {
  readonly form: EventForm;
  readonly place: EventPlace;
}

/**
 * Appends the line or frame of an event to `parts`. Plain JSON is not copied: its parts are views of the stored bytes.
 */
export function addLine(parts: Uint8Array[], { type, entry, form, place }: Line): void {
  const { resource, output } = form;
  if (output.key === "") {
    parts.push(STARTS[type]);
    addStored(parts, resource, entry);
    parts.push(END);
  } else {
    appendAll(parts, frame(output, type, output.encodeEventObject(readServedBytes(resource, entry), place)));
  }
}

function frame({ encoding }: Output, type: keyof typeof STARTS, object: Uint8Array): Uint8Array[] {
  return encoding === "protobuf" ? [encodeWatchFrame(type, object)] : [STARTS[type], object, END];
}

function addStored(parts: Uint8Array[], resource: Resource, entry: Entry): void {
  const { body, metadataAt } = readEncoded(resource, entry);
  const comma = body[metadataAt] === QUOTE ? "," : "";
  const start = servedStart(resource);
  if (start === undefined) {
    parts.push(body.subarray(0, metadataAt));
  }
  parts.push(encodeUtf8(`${start ?? ""}"resourceVersion":"${entry.revision}"${comma}`), body.subarray(metadataAt));
}

/** A bookmark: at the end of the initial objects, or periodic. */
export interface Bookmark {
  readonly revision: number;
  readonly isInitialEnd: boolean;
}

/** Encodes a bookmark: an object with only the resourceVersion of the watch. */
export function encodeBookmark({ resource, output }: EventForm, bookmark: Bookmark, place: EventPlace): Uint8Array {
  const object: JsonObject = {
    kind: resource.names.kind,
    apiVersion: apiVersionOf(resource),
    metadata: {
      resourceVersion: String(bookmark.revision),
      ...(bookmark.isInitialEnd ? { annotations: { "k8s.io/initial-events-end": "true" } } : {}),
    },
    ...resource.emptyFields?.(),
  };
  return concatBytes(frame(output, "BOOKMARK", output.encodeEventObject(object, place)));
}

/**
 * Kubernetes: an error after the start of a watch is its last event, which is never transformed (handlers/response.go
 * watchEncoder.doEncode, v1.36).
 */
export function encodeError(output: Output, status: Status): Uint8Array {
  return concatBytes(frame(output, "ERROR", output.encodeEventStatus(status)));
}
