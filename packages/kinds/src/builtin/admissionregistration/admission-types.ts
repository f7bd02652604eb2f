import type { RulesByType, TypeRules } from "../../natives/type-rules.ts";

const webhookDefaults = {
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
};

const rule: TypeRules = { defaults: { scope: "*" } };

/** Defaults of types that webhook configurations and policies use. */
export const admissionTypes: RulesByType = {
  "admissionregistration/v1.ValidatingWebhook": { defaults: webhookDefaults },
  "admissionregistration/v1.MutatingWebhook": { defaults: { ...webhookDefaults, reinvocationPolicy: "Never" } },
  "admissionregistration/v1.RuleWithOperations": rule,
  "admissionregistration/v1.NamedRuleWithOperations": rule,
  "admissionregistration/v1.ServiceReference": { defaults: { port: 443 } },
  "admissionregistration/v1.ValidatingAdmissionPolicySpec": { defaults: { failurePolicy: "Fail" } },
  "admissionregistration/v1.MutatingAdmissionPolicySpec": { defaults: { failurePolicy: "Fail" } },
  "admissionregistration/v1.MatchResources": {
    defaults: { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} },
  },
};
