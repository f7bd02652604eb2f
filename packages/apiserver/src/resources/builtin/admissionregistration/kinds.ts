import type { TypeRules } from "../../../natives/type-rules.ts";
import type { MetadataRules } from "../../resource.ts";
import type { Declaration } from "../declaration.ts";

const selectors = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} };
const webhook = { ...selectors, failurePolicy: "Fail", timeoutSeconds: 10 };
const scope: TypeRules = { defaults: { scope: "*" } };
const failurePolicy: TypeRules = { defaults: { failurePolicy: "Fail" } };

const types = {
  "admissionregistration/v1.MutatingWebhook": { defaults: { ...webhook, reinvocationPolicy: "Never" } },
  "admissionregistration/v1.ValidatingWebhook": { defaults: webhook },
  "admissionregistration/v1.RuleWithOperations": scope,
  "admissionregistration/v1.NamedRuleWithOperations": scope,
  "admissionregistration/v1.ServiceReference": { defaults: { port: 443 } },
  "admissionregistration/v1.MatchResources": { defaults: selectors },
  "admissionregistration/v1.MutatingAdmissionPolicySpec": failurePolicy,
  "admissionregistration/v1.ValidatingAdmissionPolicySpec": failurePolicy,
};

/** Kubernetes: finalizers of these may have any name. */
const metadataRules: MetadataRules = { requiresQualifiedFinalizers: false, onUpdate: [] };

function declare(plural: string): Declaration {
  return { resource: `${plural}.admissionregistration.k8s.io`, metadataRules, types };
}

export const admissionKinds: readonly Declaration[] = [
  declare("mutatingwebhookconfigurations"),
  declare("validatingwebhookconfigurations"),
  declare("mutatingadmissionpolicies"),
  declare("mutatingadmissionpolicybindings"),
  declare("validatingadmissionpolicies"),
  declare("validatingadmissionpolicybindings"),
];
