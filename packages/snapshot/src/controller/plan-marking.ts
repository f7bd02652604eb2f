import {
  asObjects,
  asText,
  getOwn,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
  printTime,
} from "@kiln/api";
import { fieldOf, textOf } from "../rules/field.ts";
import { findViolations, rulesFor, type SnapshotKind } from "../rules/rule-set.ts";
import { printViolations } from "../rules/violation.ts";
import { FORMER_LABELS, INVALID_LABELS, VALIDATION_ERRORS } from "./invalid-labels.ts";

/** Prefix of snapshot-controller's field managers. */
const SNAPSHOT_CONTROLLER = "snapshot-controller";

/** Writes that an object needs; all are absent if it needs none. */
export interface Marking {
  /** Merge patch of the object that changes only labels. */
  readonly labels?: JsonObject;
  /** Merge patch of the status that changes only `status.error`. */
  readonly status?: JsonObject;
  /** Message of an event: violations that the status does not contain yet. */
  readonly news?: string;
}

export interface MarkingSettings {
  readonly now: Date;
  /** Whether `status.error` is written in addition to labels. */
  readonly writesStatus: boolean;
}

/** Rules that an object violates, in one line; empty if it is valid. The same text in every version of the kind. */
export function faultOf(kind: SnapshotKind, object: JsonObject): string {
  return printViolations(findViolations(rulesFor(kind, "v1", { semantics: "kep" }), object));
}

export function planMarking(kind: SnapshotKind, object: KubeObject, settings: MarkingSettings): Marking {
  const isTerminating = object.metadata.deletionTimestamp !== undefined;
  const fault = faultOf(kind, object);
  const isYielding = isTerminating && isWrittenBySnapshotController(object);
  const labels = planLabels(kind, object, isYielding ? isInvalidUpstream(kind, object) : fault !== "");
  // A terminating object gets no status: the write would conflict with the removal of its last finalizer.
  const status = settings.writesStatus && !isTerminating ? planStatus(kind, object, { ...settings, fault }) : {};
  return { ...(labels === undefined ? {} : { labels }), ...status };
}

/** Whether snapshot-controller wrote the object: its finalizers are on it, and it will remove them. */
function isWrittenBySnapshotController({ metadata: { managedFields } }: KubeObject): boolean {
  const managers = asObjects(managedFields as JsonValue | undefined).map(({ manager }) => asText(manager));
  return managers.some((manager) => manager.startsWith(SNAPSHOT_CONTROLLER));
}

/**
 * Whether snapshot-controller v4 to v7 would label an object as invalid. A terminating object is labeled by its rules:
 * v7.0 fails to write the label, and handles deletion only after the label is correct.
 */
function isInvalidUpstream(kind: SnapshotKind, object: JsonObject): boolean {
  return findViolations(rulesFor(kind, "v1", { semantics: "upstream" }), object).length > 0;
}

function planLabels(kind: SnapshotKind, { metadata }: KubeObject, isInvalid: boolean): JsonObject | undefined {
  const found = (metadata.labels ?? {}) as JsonObject;
  const own = getOwn(found, INVALID_LABELS[kind]);
  const changes: JsonObject = {
    ...(isInvalid && own === undefined ? { [INVALID_LABELS[kind]]: "" } : {}),
    ...(!isInvalid && own !== undefined ? { [INVALID_LABELS[kind]]: null } : {}),
    ...(Object.hasOwn(found, FORMER_LABELS[kind]) ? { [FORMER_LABELS[kind]]: null } : {}),
  };
  return Object.keys(changes).length === 0 ? undefined : { metadata: { labels: changes } };
}

interface Fault {
  readonly fault: string;
  readonly now: Date;
}

/** Plans the write of `status.error`. An error that another writer set stays, whether or not the object is valid. */
function planStatus(kind: SnapshotKind, object: KubeObject, { fault, now }: Fault): Marking {
  const prefix = `${VALIDATION_ERRORS[kind]}: `;
  const found = textOf(object, "status.error.message");
  const isOwn = found.startsWith(prefix);
  if (fault === "") {
    return isOwn ? { status: withoutError(object) } : {};
  }
  const message = prefix + fault;
  if (found === message || (fieldOf(object, "status.error") !== undefined && !isOwn)) {
    return {};
  }
  const error: JsonValue = { message, time: printTime(now) };
  return { status: { status: { error } }, news: fault };
}

/** Patch that removes the error, and with it a status that contains nothing else, only at that resourceVersion. */
function withoutError({ status, metadata: { resourceVersion = "" } }: KubeObject): JsonObject {
  const isAlone = isJsonObject(status) && Object.keys(status).every((name) => name === "error");
  return isAlone ? { metadata: { resourceVersion }, status: null } : { status: { error: null } };
}

/** Whether an object carries the label. */
export function isLabelled(kind: SnapshotKind, { metadata }: KubeObject): boolean {
  const { labels } = metadata;
  return isJsonObject(labels) && Object.hasOwn(labels, INVALID_LABELS[kind]);
}
