import { deepEqual, type JsonObject, type JsonValue, listAt, objectAt } from "@kiln/api";
import { readRules, writeRule } from "@kiln/kinds";
import { autoUpdateOf } from "./bootstrap-policy.ts";
import { findUncovered } from "./covers.ts";

/**
 * Reconciles a default role or binding with the stored one; undefined if nothing changes. Rules and subjects that users
 * added are kept, removed ones are restored, unless the annotation turns reconciliation off. A binding to another role
 * is recreated, because roleRef is immutable.
 */
export function reconcileObject(existing: JsonObject, expected: JsonObject): "recreate" | JsonObject | undefined {
  if (autoUpdateOf(existing) === "false") {
    return undefined;
  }
  if (!deepEqual(existing.roleRef ?? null, expected.roleRef ?? null)) {
    return "recreate";
  }
  const reconciled: JsonObject = {
    ...existing,
    metadata: joinMetadata(objectAt(existing, "metadata"), objectAt(expected, "metadata")),
    ...(expected.roleRef === undefined ? joinRules(existing, expected) : joinSubjects(existing, expected)),
  };
  if (expected.roleRef === undefined && expected.aggregationRule === undefined) {
    delete reconciled.aggregationRule;
  }
  return deepEqual(reconciled, existing) ? undefined : reconciled;
}

function joinMetadata(existing: JsonObject, expected: JsonObject): JsonObject {
  const join = (field: string): JsonObject => ({ ...objectAt(expected, field), ...objectAt(existing, field) });
  return { ...existing, labels: join("labels"), annotations: join("annotations") };
}

function joinRules(existing: JsonObject, expected: JsonObject): JsonObject {
  const missing = findUncovered(readRules(existing.rules), readRules(expected.rules)).map(writeRule);
  return {
    ...(missing.length === 0 ? {} : { rules: [...listAt(existing, "rules"), ...missing] }),
    ...joinSelectors(objectAt(existing, "aggregationRule"), objectAt(expected, "aggregationRule")),
  };
}

function joinSelectors(existing: JsonObject, expected: JsonObject): JsonObject {
  const has = listAt(existing, "clusterRoleSelectors");
  const missing = without(listAt(expected, "clusterRoleSelectors"), has);
  return missing.length === 0 ? {} : { aggregationRule: { clusterRoleSelectors: [...has, ...missing] } };
}

function joinSubjects(existing: JsonObject, expected: JsonObject): JsonObject {
  const has = listAt(existing, "subjects");
  const missing = without(listAt(expected, "subjects"), has);
  return missing.length === 0 ? {} : { subjects: [...has, ...missing] };
}

function without(list: readonly JsonValue[], known: readonly JsonValue[]): JsonValue[] {
  return list.filter((item) => !known.some((other) => deepEqual(item, other)));
}
