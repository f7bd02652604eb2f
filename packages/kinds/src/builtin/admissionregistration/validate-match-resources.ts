import {
  asObjects,
  asTexts,
  type FieldError,
  type FieldPath,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notSupported,
} from "@kiln/api";
import { fieldRules } from "../field-rules.ts";
import { ALL_OPERATIONS, validateRule } from "./validate-rule.ts";

/** Validates the matchResources of a policy or binding: the requests that it applies to. */
const checkMatchResources = fieldRules({
  matchPolicy: "present;enum=Equivalent|Exact",
  "namespaceSelector,objectSelector": "required;selector",
  "resourceRules[],excludeResourceRules[]": [
    { "resourceNames[]": "segment;unique" },
    (rule: JsonObject, path) => validateRule(rule, { path, operations: ALL_OPERATIONS }),
  ],
});

export function validateMatchResources(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return isJsonObject(value) ? checkMatchResources(value, path) : [];
}

const MUTATING_OPERATIONS = ["*", "CONNECT", "CREATE", "UPDATE"];

/**
 * Kubernetes: a mutating policy matches only CREATE and UPDATE; the error does not name the rule
 * (admissionregistration/validation/validation.go validateMutatingAdmissionPolicySpec, v1.36).
 */
export function refuseDeletions(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  const rules = isJsonObject(value) ? asObjects(value.resourceRules) : [];
  return rules
    .flatMap(({ operations }) => asTexts(operations))
    .filter((operation) => !MUTATING_OPERATIONS.includes(operation))
    .map((operation) => notSupported(path.child("resourceRules").child("operations"), operation, MUTATING_OPERATIONS));
}
