import {
  appendAll,
  checkPathSegmentName,
  deepEqual,
  type FieldError,
  type FieldPath,
  fieldPath,
  fromLabelSelectorObject,
  invalid,
  type JsonObject,
  type LabelSelectorObject,
  nameIsDns1123Subdomain,
  notSupported,
  objectAt,
  objectsAt,
  required,
  textAt,
  validateLabelSelector,
} from "@kiln/api";
import { type PolicyRule, readRules } from "./policy-rule.ts";

const GROUP = "rbac.authorization.k8s.io";

export function validateRole(role: JsonObject): FieldError[] {
  return validateRules(role, { isNamespaced: true });
}

export function validateClusterRole(role: JsonObject): FieldError[] {
  return [...validateRules(role, { isNamespaced: false }), ...validateAggregation(role)];
}

function validateRules({ rules }: JsonObject, scope: Scope): FieldError[] {
  return readRules(rules).flatMap((rule, i) => validateRule(rule, fieldPath("rules").index(i), scope));
}

interface Scope {
  readonly isNamespaced: boolean;
}

function validateRule(rule: PolicyRule, path: FieldPath, { isNamespaced }: Scope): FieldError[] {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  const errors = verbs.length === 0 ? [required(path.child("verbs"), "verbs must contain at least one value")] : [];
  if (nonResourceURLs.length > 0) {
    const refuse = (why: string) => errors.push(invalid(path.child("nonResourceURLs"), [...nonResourceURLs], why));
    if (isNamespaced) {
      refuse("namespaced rules cannot apply to non-resource URLs");
    }
    if (apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0) {
      refuse("rules cannot apply to both regular resources and non-resource URLs");
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(required(path.child("apiGroups"), "resource rules must supply at least one api group"));
  }
  if (resources.length === 0) {
    errors.push(required(path.child("resources"), "resource rules must supply at least one resource"));
  }
  return errors;
}

function validateAggregation(role: JsonObject): FieldError[] {
  if ((role.aggregationRule ?? null) === null) {
    return [];
  }
  const path = fieldPath("aggregationRule", "clusterRoleSelectors");
  const selectors = objectsAt(objectAt(role, "aggregationRule"), "clusterRoleSelectors");
  if (selectors.length === 0) {
    return [required(path, "at least one clusterRoleSelector required if aggregationRule is non-nil")];
  }
  return selectors.flatMap((selector: LabelSelectorObject, i) => [
    ...validateLabelSelector(selector, path.index(i)),
    ...(fromLabelSelectorObject(selector).error === undefined
      ? []
      : [invalid(path.index(i), null, "invalid label selector.")]),
  ]);
}

/** A binding in a namespace may be to a role of either kind, one of the cluster to a cluster role. */
export function validateBinding(binding: JsonObject, { isNamespaced }: Scope): FieldError[] {
  const roleRef = objectAt(binding, "roleRef");
  const path = fieldPath("roleRef");
  const [group, kind, name] = [textAt(roleRef, "apiGroup"), textAt(roleRef, "kind"), textAt(roleRef, "name")];
  const kinds = isNamespaced ? ["Role", "ClusterRole"] : ["ClusterRole"];
  return [
    ...(group === GROUP ? [] : [notSupported(path.child("apiGroup"), group, [GROUP])]),
    ...(kinds.includes(kind) ? [] : [notSupported(path.child("kind"), kind, kinds)]),
    ...(name === ""
      ? [required(path.child("name"), "")]
      : checkPathSegmentName(name).map((why) => invalid(path.child("name"), name, why))),
    ...objectsAt(binding, "subjects").flatMap((subject, i) =>
      validateSubject(subject, fieldPath("subjects").index(i), { isNamespaced }),
    ),
  ];
}

/**
 * Kubernetes: prints the roleRef as a Go struct (apis/rbac/validation/validation.go ValidateRoleBindingUpdate, v1.36).
 */
export function validateRoleRefKept(binding: JsonObject, old: JsonObject): FieldError[] {
  const roleRef = objectAt(binding, "roleRef");
  if (deepEqual(roleRef, objectAt(old, "roleRef"))) {
    return [];
  }
  const [APIGroup, Kind, Name] = [textAt(roleRef, "apiGroup"), textAt(roleRef, "kind"), textAt(roleRef, "name")];
  return [invalid(fieldPath("roleRef"), { APIGroup, Kind, Name }, "cannot change roleRef")];
}

const SUBJECT_KINDS = ["ServiceAccount", "User", "Group"];

function validateSubject(subject: JsonObject, path: FieldPath, { isNamespaced }: Scope): FieldError[] {
  const [kind, name, group] = [textAt(subject, "kind"), textAt(subject, "name"), textAt(subject, "apiGroup")];
  const errors = name === "" ? [required(path.child("name"), "")] : [];
  if (kind === "User" || kind === "Group") {
    return group === GROUP ? errors : [...errors, notSupported(path.child("apiGroup"), group, [GROUP])];
  }
  if (kind !== "ServiceAccount") {
    return [...errors, notSupported(path.child("kind"), kind, SUBJECT_KINDS)];
  }
  const faults = name === "" ? [] : nameIsDns1123Subdomain(name, "name");
  appendAll(
    errors,
    faults.map((why) => invalid(path.child("name"), name, why)),
  );
  if (group !== "") {
    errors.push(notSupported(path.child("apiGroup"), group, [""]));
  }
  if (!isNamespaced && textAt(subject, "namespace") === "") {
    errors.push(required(path.child("namespace"), ""));
  }
  return errors;
}
