import {
  asObjects,
  asText,
  asTexts,
  checkPathSegmentName,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LabelSelectorObject,
  notSupported,
  required,
  validateLabelSelector,
} from "@kiln/api";
import { findRepeats } from "../find-repeats.ts";
import { ALL_OPERATIONS, validateRule } from "./validate-rule.ts";

const MATCH_POLICIES = ["Equivalent", "Exact"];

/** Validates which requests a policy or binding matches. */
export function validateMatchResources(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  if (!isJsonObject(value)) {
    return [];
  }
  const policy = asText(value.matchPolicy);
  return [
    ...(value.matchPolicy === undefined ? [required(path.child("matchPolicy"), "")] : []),
    ...(value.matchPolicy !== undefined && !MATCH_POLICIES.includes(policy)
      ? [notSupported(path.child("matchPolicy"), policy, MATCH_POLICIES)]
      : []),
    ...validateSelector(value.namespaceSelector, path.child("namespaceSelector")),
    ...validateSelector(value.objectSelector, path.child("objectSelector")),
    ...validateNamedRules(value.resourceRules, path.child("resourceRules")),
    ...validateNamedRules(value.excludeResourceRules, path.child("excludeResourceRules")),
  ];
}

function validateSelector(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return isJsonObject(value) ? validateLabelSelector(value as LabelSelectorObject, path) : [required(path, "")];
}

function validateNamedRules(value: JsonValue | undefined, path: FieldPath): FieldError[] {
  return asObjects(value).flatMap((rule, i) => [
    ...validateResourceNames(rule, path.index(i).child("resourceNames")),
    ...validateRule(rule, { path: path.index(i), operations: ALL_OPERATIONS }),
  ]);
}

function validateResourceNames(rule: JsonObject, path: FieldPath): FieldError[] {
  const names = asTexts(rule.resourceNames);
  const isRepeat = findRepeats(names);
  return names.flatMap((name, i) => [
    ...checkPathSegmentName(name).map((fault) => invalid(path.index(i), name, fault)),
    ...(isRepeat[i] === true ? [duplicate(path.index(i), name)] : []),
  ]);
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
