import { compareGoStrings, isJsonObject, type JsonObject, type JsonValue, printTime } from "@kiln/api";
import type { Remains } from "./empty-namespace.ts";

interface Condition {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/**
 * Sets the conditions of a terminating namespace, which name the remaining content in the messages of
 * kube-controller-manager. Returns whether the object changed.
 */
export function setNamespaceConditions(object: JsonObject, remains: Remains, now: Date): boolean {
  const status = isJsonObject(object.status) ? object.status : {};
  const before = Array.isArray(status.conditions) ? status.conditions : [];
  const conditions = conditionsOf(remains).reduce<readonly JsonValue[]>(
    (list, condition) => withCondition(list, condition, now),
    before,
  );
  if (conditions === before) {
    return false;
  }
  object.status = { ...status, conditions: [...conditions] };
  return true;
}

/**
 * Kubernetes: while it waits for Pods, the namespace controller does not report remaining content
 * (namespace/deletion/namespaced_resources_deleter.go deleteAllContent, v1.36).
 */
function conditionsOf({ counts, finalizers, failures, isWaitingForPods }: Remains): readonly Condition[] {
  return [
    {
      type: "NamespaceDeletionDiscoveryFailure",
      status: "False",
      reason: "ResourcesDiscovered",
      message: "All resources successfully discovered",
    },
    {
      type: "NamespaceDeletionGroupVersionParsingFailure",
      status: "False",
      reason: "ParsedGroupVersions",
      message: "All legacy kube types successfully parsed",
    },
    contentFailure(failures),
    contentRemaining(isWaitingForPods ? new Map() : counts),
    finalizersRemaining(isWaitingForPods ? new Map() : finalizers),
  ];
}

function contentFailure(failures: readonly string[]): Condition {
  const type = "NamespaceDeletionContentFailure";
  if (failures.length === 0) {
    const message = "All content successfully deleted, may be waiting on finalization";
    return { type, status: "False", reason: "ContentDeleted", message };
  }
  const list = [...failures].sort(compareGoStrings).join(", ");
  const message = `Failed to delete all resource types, ${failures.length} remaining: ${list}`;
  return { type, status: "True", reason: "ContentDeletionFailed", message };
}

function contentRemaining(counts: ReadonlyMap<string, number>): Condition {
  const type = "NamespaceContentRemaining";
  if (counts.size === 0) {
    return { type, status: "False", reason: "ContentRemoved", message: "All content successfully removed" };
  }
  const list = printCounts(counts, (kind, count) => `${kind} has ${count} resource instances`);
  return { type, status: "True", reason: "SomeResourcesRemain", message: `Some resources are remaining: ${list}` };
}

function finalizersRemaining(finalizers: ReadonlyMap<string, number>): Condition {
  const type = "NamespaceFinalizersRemaining";
  if (finalizers.size === 0) {
    const message = "All content-preserving finalizers finished";
    return { type, status: "False", reason: "ContentHasNoFinalizers", message };
  }
  const list = printCounts(finalizers, (finalizer, count) => `${finalizer} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${list}`;
  return { type, status: "True", reason: "SomeFinalizersRemain", message };
}

function printCounts(counts: ReadonlyMap<string, number>, print: (key: string, count: number) => string): string {
  return Array.from(counts, ([key, count]) => print(key, count))
    .sort(compareGoStrings)
    .join(", ");
}

/**
 * The list with the condition; the same list if it already contains it. The transition time changes with the
 * condition's status only.
 */
function withCondition(list: readonly JsonValue[], condition: Condition, now: Date): readonly JsonValue[] {
  const { type, status, reason, message } = condition;
  const index = list.findIndex((item) => isJsonObject(item) && item.type === type);
  const old = list[index];
  if (!isJsonObject(old)) {
    return [...list, { type, status, lastTransitionTime: printTime(now), reason, message }];
  }
  if (old.status === status && old.reason === reason && old.message === message) {
    return list;
  }
  const lastTransitionTime = old.status === status ? (old.lastTransitionTime ?? null) : printTime(now);
  return list.with(index, { ...old, status, lastTransitionTime, reason, message });
}
