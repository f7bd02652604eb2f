import type { Resource } from "@kiln/kinds";

/**
 * Kubernetes: admission configuration is exempt from itself, so that a policy that denies everything can be removed
 * (webhook/predicates/rules/rules.go IsExemptAdmissionConfigurationResource, v1.36).
 */
const EXEMPT: ReadonlySet<string> = new Set([
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
  "mutatingwebhookconfigurations",
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "validatingwebhookconfigurations",
]);

export function isExempt({ group, names }: Resource): boolean {
  return group === "admissionregistration.k8s.io" && EXEMPT.has(names.plural);
}
