import {
  asObject,
  asObjects,
  deepEqual,
  type FieldError,
  fieldPath,
  getOwn,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
} from "@kiln/api";
import { printGoStruct, withGoStruct } from "../../../go/print-go-struct.ts";

const SPEC = fieldPath("spec");
const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

function isGated(spec: JsonObject): boolean {
  return asObjects(spec.schedulingGates).length > 0;
}

/** Validates an update of a Pod with scheduling gates, whose node selection may be narrowed down. */
export function validateGatedChanges(now: JsonObject, old: JsonObject): FieldError[] {
  return isGated(old) ? [...checkNodeSelector(now, old), ...checkNodeAffinity(now, old)] : [];
}

function checkNodeSelector(now: JsonObject, old: JsonObject): FieldError[] {
  const selector = objectAt(now, "nodeSelector");
  const isKept = Object.entries(objectAt(old, "nodeSelector")).every(([key, value]) => getOwn(selector, key) === value);
  const shown = isJsonObject(now.nodeSelector) ? now.nodeSelector : null;
  return isKept
    ? []
    : [
        invalid(
          SPEC.child("nodeSelector"),
          shown,
          "only additions to spec.nodeSelector are allowed (no mutations or deletions)",
        ),
      ];
}

function termsOf(spec: JsonObject): JsonObject[] {
  return asObjects(objectAt(spec, "affinity", "nodeAffinity", REQUIRED).nodeSelectorTerms);
}

const TERM = "core/v1.NodeSelectorTerm";
const ONLY_ADDED = "only additions are allowed (no mutations or deletions)";

function checkNodeAffinity(now: JsonObject, old: JsonObject): FieldError[] {
  const before = termsOf(old);
  const terms = termsOf(now);
  const path = SPEC.child("affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms");
  if (before.length > 0 && before.length !== terms.length) {
    const printed = terms.map((term) => printGoStruct(TERM, term));
    const error = invalid(path, terms, "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
    return [{ ...error, printed: terms.length === 0 ? "null" : `[${printed.join(",")}]` }];
  }
  return before.flatMap((term, i) =>
    hasOnlyAdditions(terms[i] ?? {}, term)
      ? []
      : [withGoStruct(invalid(path.index(i), terms[i] ?? null, ONLY_ADDED), TERM)],
  );
}

/**
 * Kubernetes: a term without requirements matches nothing, and additions would make it match something
 * (core/validation/validation.go validateNodeSelectorTermHasOnlyAdditions, v1.36).
 */
function hasOnlyAdditions(now: JsonObject, old: JsonObject): boolean {
  const fields = ["matchExpressions", "matchFields"];
  if (fields.every((field) => asObjects(old[field]).length === 0)) {
    return fields.every((field) => asObjects(now[field]).length === 0);
  }
  return fields.every((field) => {
    const before = asObjects(old[field]);
    return deepEqual(asObjects(now[field]).slice(0, before.length), before);
  });
}

/** Copy of the spec with the old values of the fields that a gated Pod may change. */
export function keepGatedFields(spec: JsonObject, old: JsonObject): JsonObject {
  if (!isGated(old)) {
    return spec;
  }
  const { nodeSelector: _, affinity, ...rest } = spec;
  const kept = keepNodeAffinity(affinity, old.affinity);
  return {
    ...rest,
    ...(old.nodeSelector === undefined ? {} : { nodeSelector: old.nodeSelector }),
    ...(kept === undefined ? {} : { affinity: kept }),
  };
}

function keepNodeAffinity(now: JsonValue | undefined, old: JsonValue | undefined): JsonObject | undefined {
  const { nodeAffinity: _, ...rest } = asObject(now);
  const before = isJsonObject(old) ? old.nodeAffinity : undefined;
  if (before === undefined && Object.keys(rest).length === 0 && !isJsonObject(old)) {
    return undefined;
  }
  return before === undefined ? rest : { ...rest, nodeAffinity: before };
}
