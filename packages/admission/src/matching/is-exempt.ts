import type { Resource } from "@kiln/kinds";

/** Kubernetes: who could forbid everything must not be able to forbid being undone. */
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
