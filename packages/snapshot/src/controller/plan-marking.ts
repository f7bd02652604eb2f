import { getOwn, isJsonObject, type JsonObject, type JsonValue, type KubeObject, printTime } from "@kiln/api";
import { textOf } from "../rules/field.ts";
import { findViolations, rulesFor, type SnapshotKind } from "../rules/rule-set.ts";
import { printViolations } from "../rules/violation.ts";
import { FORMER_LABELS, INVALID_LABELS, VALIDATION_ERRORS } from "./invalid-labels.ts";

/** What is left to write so that an object says itself whether it is valid. All are absent if it does. */
export interface Marking {
  /** Merge patch of the object: touches labels only. */
  readonly labels?: JsonObject;
  /** Merge patch of its status. */
  readonly status?: JsonObject;
  /** What is worth an event: only what the status has not said before. */
  readonly news?: string;
}

/** What an object breaks, in one line; empty if it is valid. The rules are the same in every version. */
export function faultOf(kind: SnapshotKind, object: JsonObject): string {
  return printViolations(findViolations(rulesFor(kind, "v1", { semantics: "kep" }), object));
}

export function planMarking(kind: SnapshotKind, object: KubeObject, now: Date): Marking {
  const fault = faultOf(kind, object);
  const labels = planLabels(kind, object, fault !== "");
  // Whoever deletes it must not be met by a conflict over a status that nobody will read.
  const isGoing = object.metadata.deletionTimestamp !== undefined;
  return { ...(labels === undefined ? {} : { labels }), ...(isGoing ? {} : planStatus(kind, object, { fault, now })) };
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

function planStatus(
  kind: SnapshotKind,
  object: KubeObject,
  { fault, now }: { readonly fault: string; readonly now: Date },
): Marking {
  const prefix = `${VALIDATION_ERRORS[kind]}: `;
  const said = textOf(object, "status.error.message");
  if (fault === "") {
    // An error of the storage system is not ours to take away.
    return said.startsWith(prefix) ? { status: { status: { error: null } } } : {};
  }
  const message = prefix + fault;
  if (said === message) {
    return {};
  }
  const status: JsonValue = { error: { message, time: printTime(now) }, readyToUse: false };
  return { status: { status }, news: fault };
}

/** Whether an object carries the label. */
export function isLabelled(kind: SnapshotKind, { metadata }: KubeObject): boolean {
  const { labels } = metadata;
  return isJsonObject(labels) && Object.hasOwn(labels, INVALID_LABELS[kind]);
}
