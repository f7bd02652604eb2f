import { appendAll, quoteGo, type User } from "@kiln/api";
import type { PolicyRule } from "@kiln/kinds";
import type { Verdict } from "../authorizer.ts";
import { type Binding, RBAC_GROUP, type RbacPolicy, type RoleRef, type Subject } from "./rbac-policy.ts";

/** One rule that a user has, with the binding that grants it. */
export interface Grant {
  readonly rule: PolicyRule;
  readonly verdict: Verdict;
}

export interface ResolvedRules {
  readonly grants: readonly Grant[];
  /** References of bindings to roles that do not exist. */
  readonly missing: readonly RoleRef[];
}

/** Rules of a user in a namespace, cluster-wide ones included; the empty namespace means only these. */
export function resolveRules(policy: RbacPolicy, user: User, namespace: string): ResolvedRules {
  const grants: Grant[] = [];
  const missing: RoleRef[] = [];
  for (const scope of namespace === "" ? [""] : ["", namespace]) {
    for (const binding of policy.bindingsIn(scope)) {
      const subject = binding.subjects.find((candidate) => isUser(user, candidate, scope));
      if (subject === undefined) {
        continue;
      }
      const rules = rulesOfRef(policy, binding.roleRef, scope);
      if (rules === undefined) {
        missing.push(binding.roleRef);
        continue;
      }
      const reason = `RBAC: allowed by ${describe(binding, subject)}`;
      appendAll(
        grants,
        rules.map((rule) => ({ rule, verdict: { decision: "allow", reason } }) as const),
      );
    }
  }
  return { grants, missing };
}

/** Rules that a binding in this namespace grants; undefined if its role does not exist. */
export function rulesOfRef(
  policy: RbacPolicy,
  { kind, name }: RoleRef,
  namespace: string,
): readonly PolicyRule[] | undefined {
  if (kind === "ClusterRole") {
    return policy.rulesOf("", name);
  }
  return kind === "Role" && namespace !== "" ? policy.rulesOf(namespace, name) : undefined;
}

export function describeMissing({ kind, name }: RoleRef): string {
  return kind === "Role" || kind === "ClusterRole"
    ? `${kind.toLowerCase()}.${RBAC_GROUP} ${quoteGo(name)} not found`
    : `unsupported role reference kind: ${quoteGo(kind)}`;
}

function isUser(user: User, { kind, name, namespace }: Subject, bindingNamespace: string): boolean {
  switch (kind) {
    case "User":
      return user.name === name;
    case "Group":
      return user.groups.includes(name);
    case "ServiceAccount": {
      const home = namespace || bindingNamespace;
      return home !== "" && user.name === `system:serviceaccount:${home}:${name}`;
    }
    default:
      return false;
  }
}

function describe(binding: Binding, subject: Subject): string {
  const { name, namespace, roleRef } = binding;
  const what =
    namespace === "" ? `ClusterRoleBinding ${quoteGo(name)}` : `RoleBinding ${quoteGo(`${name}/${namespace}`)}`;
  const who = subject.kind === "ServiceAccount" ? `${subject.name}/${subject.namespace || namespace}` : subject.name;
  return `${what} of ${roleRef.kind} ${quoteGo(roleRef.name)} to ${subject.kind} ${quoteGo(who)}`;
}
