import {
  deepEqual,
  type FieldError,
  type FieldPath,
  fieldPath,
  fromLabelSelectorObject,
  invalid,
  type JsonObject,
  type LabelSelectorObject,
  objectAt,
  objectsAt,
  required,
  rootPath,
  textAt,
  validateLabelSelector,
} from "@kiln/api";
import { type CheckFields, fieldRules, type Scope } from "../field-rules.ts";
import { isEmpty } from "../rule-words.ts";
import { readRule } from "./policy-rule.ts";

const GROUP = "rbac.authorization.k8s.io";

export function validateRole(role: JsonObject): FieldError[] {
  return validateRules(role, { isNamespaced: true });
}

export function validateClusterRole(role: JsonObject): FieldError[] {
  return [...validateRules(role, { isNamespaced: false }), ...validateAggregation(role)];
}

interface RoleScope {
  readonly isNamespaced: boolean;
}

function validateRules(role: JsonObject, scope: RoleScope): FieldError[] {
  return checkRules(role, rootPath, { given: scope });
}

const checkRules = fieldRules<RoleScope>({
  "rules[]": [{ verbs: "required=verbs must contain at least one value" }, checkTargets],
});
const checkResources = fieldRules({
  apiGroups: "required=resource rules must supply at least one api group",
  resources: "required=resource rules must supply at least one resource",
});

function checkTargets(rule: JsonObject, path: FieldPath, { given }: Scope<RoleScope>): FieldError[] {
  if (isEmpty(rule.nonResourceURLs)) {
    return checkResources(rule, path);
  }
  const { apiGroups, resources, resourceNames, nonResourceURLs } = readRule(rule);
  const refuse = (why: string) => invalid(path.child("nonResourceURLs"), [...nonResourceURLs], why);
  return [
    ...(given?.isNamespaced === true ? [refuse("namespaced rules cannot apply to non-resource URLs")] : []),
    ...(apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0
      ? [refuse("rules cannot apply to both regular resources and non-resource URLs")]
      : []),
  ];
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

const ofGroup = `enumText=${GROUP}`;
const checkRole = fieldRules({ apiGroup: ofGroup, kind: "enumText=Role|ClusterRole", name: "required;segment" });
const checkClusterRole = fieldRules({ apiGroup: ofGroup, kind: "enumText=ClusterRole", name: "required;segment" });

/** Validates a binding: a RoleBinding may reference a Role or ClusterRole, a ClusterRoleBinding only a ClusterRole. */
export function validateBinding(binding: JsonObject, { isNamespaced }: RoleScope): FieldError[] {
  const checkReference = isNamespaced ? checkRole : checkClusterRole;
  return [
    ...checkReference(objectAt(binding, "roleRef"), fieldPath("roleRef")),
    ...objectsAt(binding, "subjects").flatMap((subject, i) =>
      subjectRules(subject, isNamespaced)(subject, fieldPath("subjects").index(i)),
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

const checkUser = fieldRules({ name: "required", apiGroup: ofGroup });
const checkAccount = fieldRules({ name: "required;subdomain", apiGroup: "enumText=" });
const checkAccountAnywhere = fieldRules({ name: "required;subdomain", apiGroup: "enumText=", namespace: "required" });
const checkUnknown = fieldRules({ name: "required", kind: "enumText=ServiceAccount|User|Group" });

function subjectRules({ kind }: JsonObject, isNamespaced: boolean): CheckFields {
  if (kind === "User" || kind === "Group") {
    return checkUser;
  }
  if (kind !== "ServiceAccount") {
    return checkUnknown;
  }
  return isNamespaced ? checkAccount : checkAccountAnywhere;
}
