export type { AdmissionOperation } from "./admission-operation.ts";
export type {
  AdmissionAttributes,
  AdmissionPlugin,
  AdmissionTarget,
  Reinvocation,
  Requester,
  Verdict,
} from "./admission-plugin.ts";
export { admissionPlugins, pluginNames } from "./admission-plugins.ts";
export type { AdmissionServices } from "./admission-services.ts";
export { describeDeleteOptions, describeWriteOptions } from "./describe-options.ts";
export { createEventRateLimit, EVENT_LIMIT_TYPES, type EventLimit } from "./event-rate-limit/event-rate-limit.ts";
export { forbid } from "./forbid.ts";
export { createImagePolicyWebhook, type ImagePolicyOptions } from "./image-policy/image-policy-webhook.ts";
export { type AdmissionMetrics, createAdmissionMetrics } from "./metrics/admission-metrics.ts";
export { namespaceLifecycle } from "./namespace-lifecycle.ts";
export { mayNodeSet } from "./node-restriction/node-labels.ts";
export type { Mutation } from "./note-mutation.ts";
export { evaluatePod, printViolations } from "./pod-security/evaluate-pod.ts";
export { type LevelVersion, readSecurityPolicy } from "./pod-security/security-policy.ts";
export { createTypeChecker, type TypeChecker } from "./policies/type-check/type-checker.ts";
export { toJsonResources } from "./quota/charge-quota.ts";
export { findEvaluator } from "./quota/find-evaluator.ts";
export { isInScopes, scopesOf } from "./quota/quota.ts";
export { type QuotaEvaluator, ZERO } from "./quota/quota-evaluator.ts";
export { createPolicyProjections, type PolicyProjections, policyProjections } from "./registered/policy-projection.ts";
export {
  createWebhookProjections,
  type WebhookProjections,
  webhookProjections,
} from "./registered/webhook-projection.ts";
export { isAsked, runMutating, runValidating } from "./run-plugins.ts";
export { type AdmissionChoice, CONFIGURED_PLUGINS, checkPluginChoice, selectPlugins } from "./select-plugins.ts";
export { SERVICE_ACCOUNT_PREFIX } from "./service-account.ts";
export { createWebhookCaller, type WebhookSettings } from "./webhooks/webhook-caller.ts";
