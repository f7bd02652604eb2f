import {
  asObjects,
  type FieldError,
  fieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  nameIsPathSegment,
  objectAt,
  validateLabelSelector,
} from "@kiln/api";
import { withGoStruct } from "../../natives/print-go-struct.ts";
import { checkAtMostAll, checkIntOrPercent } from "../apps/int-or-percent.ts";
import type { Declaration } from "../declaration.ts";
import { checkCounts, checkSupported } from "../field-checks.ts";
import { validateConditions } from "../validate-conditions.ts";

const SPEC = fieldPath("spec");
const STATUS = fieldPath("status");

/**
 * PodDisruptionBudget: the number of Pods that may be unavailable at a time. Kubernetes: metadata of this kind is not
 * validated a second time (apis/policy/validation/validation.go ValidatePodDisruptionBudget, v1.36).
 */
export const podDisruptionBudget: Declaration = {
  resource: "poddisruptionbudgets.policy",
  nameRule: nameIsPathSegment,
  metadataRules: { requiresQualifiedFinalizers: false, onUpdate: [] },
  strategy: () => ({
    validateCreate: (object) => validateBudget(objectAt(object, "spec")),
    validateUpdate: (object, old, subresource) =>
      subresource === "status"
        ? validateStatus(objectAt(object, "status"))
        : validateBudget(objectAt(object, "spec"), objectAt(old, "spec")),
  }),
};

function validateBudget(spec: JsonObject, old?: JsonObject): FieldError[] {
  const { minAvailable, maxUnavailable, selector, unhealthyPodEvictionPolicy } = spec;
  const hasBoth = minAvailable !== undefined && maxUnavailable !== undefined;
  return [
    ...(hasBoth
      ? [
          withGoStruct(
            invalid(SPEC, spec, "minAvailable and maxUnavailable cannot be both set"),
            "policy/v1.PodDisruptionBudgetSpec",
          ),
        ]
      : []),
    ...["minAvailable", "maxUnavailable"].flatMap((field) =>
      spec[field] === undefined
        ? []
        : [...checkIntOrPercent(spec[field], SPEC.child(field)), ...checkAtMostAll(spec[field], SPEC.child(field))],
    ),
    ...(isJsonObject(selector) && !hasWrongSelector(old)
      ? validateLabelSelector(selector, SPEC.child("selector"))
      : []),
    ...(unhealthyPodEvictionPolicy === undefined
      ? []
      : checkSupported(unhealthyPodEvictionPolicy, SPEC.child("unhealthyPodEvictionPolicy"), [
          "AlwaysAllow",
          "IfHealthyBudget",
        ])),
  ];
}

/** Whether the stored selector is invalid, which an update may keep. */
function hasWrongSelector(old: JsonObject | undefined): boolean {
  const selector = old?.selector;
  return isJsonObject(selector) && validateLabelSelector(selector, SPEC).length > 0;
}

function validateStatus(status: JsonObject): FieldError[] {
  return [
    ...validateConditions(asObjects(status.conditions), STATUS.child("conditions")),
    ...checkCounts(status, STATUS, ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"]),
  ];
}
