import { type JsonObject, printFieldErrors } from "@kiln/api";
import { describe, expect, it } from "vitest";
import { validateBinding, validateClusterRole, validateRole, validateRoleRefKept } from "./validate-rbac.ts";

const GROUP = "rbac.authorization.k8s.io";
const roleRef = { apiGroup: GROUP, kind: "ClusterRole", name: "r" };

describe("validateRole() and validateClusterRole()", () => {
  it.each([
    [{ rules: [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }] }, "", ""],
    [{ rules: null }, "", ""],
    [
      { rules: [{}] },
      "[rules[0].verbs: Required value: verbs must contain at least one value, rules[0].apiGroups: Required value: resource rules must supply at least one api group, rules[0].resources: Required value: resource rules must supply at least one resource]",
      undefined,
    ],
    [
      { rules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }] },
      'rules[0].nonResourceURLs: Invalid value: ["/x"]: namespaced rules cannot apply to non-resource URLs',
      "",
    ],
  ])("judge %j", (role, inNamespace, ofCluster) => {
    expect(printFieldErrors(validateRole(role as JsonObject))).toBe(inNamespace);
    expect(printFieldErrors(validateClusterRole(role as JsonObject))).toBe(ofCluster ?? inNamespace);
  });

  it("want a selector where roles are gathered", () => {
    expect(printFieldErrors(validateClusterRole({ aggregationRule: {} }))).toBe(
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
    );
  });
});

describe("validateBinding()", () => {
  it.each([
    [{ roleRef }, ""],
    [
      { roleRef: { ...roleRef, kind: "Role" } },
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
    ],
    [{ roleRef: { ...roleRef, name: "a/b" } }, `roleRef.name: Invalid value: "a/b": may not contain '/'`],
    [{ roleRef, subjects: [{ kind: "User", apiGroup: GROUP }] }, "subjects[0].name: Required value"],
    [
      { roleRef, subjects: [{ kind: "Pod", name: "x" }] },
      'subjects[0].kind: Unsupported value: "Pod": supported values: "ServiceAccount", "User", "Group"',
    ],
    [{ roleRef, subjects: [{ kind: "ServiceAccount", name: "x" }] }, "subjects[0].namespace: Required value"],
    [
      { roleRef, subjects: [{ kind: "User", apiGroup: "other", name: "x" }] },
      `subjects[0].apiGroup: Unsupported value: "other": supported values: "${GROUP}"`,
    ],
  ])("judges %j", (binding, errors) => {
    expect(printFieldErrors(validateBinding(binding as JsonObject, { isNamespaced: false }))).toBe(errors);
  });

  it("rejects a change of the role", () => {
    expect(printFieldErrors(validateRoleRefKept({ roleRef: { ...roleRef, name: "s" } }, { roleRef }))).toBe(
      `roleRef: Invalid value: {"APIGroup":"${GROUP}","Kind":"ClusterRole","Name":"s"}: cannot change roleRef`,
    );
  });
});
