import {
  type FieldError,
  type FieldPath,
  fieldPath,
  isJsonObject,
  type JsonObject,
  nameIsPathSegment,
  objectAt,
  validateLabelSelector,
} from "@kiln/api";
import { checkAtMostAll, checkIntOrPercent } from "../apps/int-or-percent.ts";
import type { Declaration } from "../declaration.ts";
import { fieldRules, type Scope } from "../field-rules.ts";
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
        ? checkStatus(objectAt(object, "status"), STATUS)
        : validateBudget(objectAt(object, "spec"), objectAt(old, "spec")),
  }),
};

function validateBudget(spec: JsonObject, old?: JsonObject): FieldError[] {
  return checkBudget(spec, SPEC, { given: { allowsSelector: hasWrongSelector(old) } });
}

interface BudgetLeniency {
  /** True if the stored selector is invalid. */
  readonly allowsSelector: boolean;
}

const checkBudget = fieldRules<BudgetLeniency>({
  "minAvailable|maxUnavailable":
    "atMostOne=policy/v1.PodDisruptionBudgetSpec: minAvailable and maxUnavailable cannot be both set",
  "minAvailable,maxUnavailable": ["pointer", checkIntOrPercent, checkAtMostAll],
  selector: ["pointer", checkSelector],
  unhealthyPodEvictionPolicy: "pointer;enum=AlwaysAllow|IfHealthyBudget",
});

function checkSelector(selector: JsonObject, path: FieldPath, { given }: Scope<BudgetLeniency>): FieldError[] {
  return given?.allowsSelector === true ? [] : validateLabelSelector(selector, path);
}

/** Whether the stored selector is invalid, which an update may keep. */
function hasWrongSelector(old: JsonObject | undefined): boolean {
  const selector = old?.selector;
  return isJsonObject(selector) && validateLabelSelector(selector, SPEC).length > 0;
}

const checkStatus = fieldRules(validateConditions, {
  "disruptionsAllowed,currentHealthy,desiredHealthy,expectedPods": "count",
});
