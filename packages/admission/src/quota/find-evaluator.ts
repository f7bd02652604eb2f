import { printGroupResource } from "@kiln/api";
import { claimEvaluator } from "./claim-evaluator.ts";
import { createCountEvaluator } from "./count-evaluator.ts";
import { deviceClaimEvaluator } from "./device-claim-evaluator.ts";
import { podEvaluator } from "./pod-evaluator.ts";
import type { QuotaEvaluator } from "./quota-evaluator.ts";
import { serviceEvaluator } from "./service-evaluator.ts";

/** Evaluators by the resource's name in quotas, `plural.group`. */
const EVALUATORS: ReadonlyMap<string, QuotaEvaluator> = new Map([
  ["pods", podEvaluator],
  ["services", serviceEvaluator],
  ["persistentvolumeclaims", claimEvaluator],
  ["resourceclaims.resource.k8s.io", deviceClaimEvaluator],
]);

/**
 * Kubernetes: resources that are not stored have no quota, and neither have events (pkg/quota/v1/install/registry.go
 * DefaultIgnoredResources, v1.36).
 */
const UNLIMITED: ReadonlySet<string> = new Set([
  "bindings",
  "componentstatuses",
  "events",
  "events.events.k8s.io",
  "tokenreviews.authentication.k8s.io",
  "selfsubjectreviews.authentication.k8s.io",
  "subjectaccessreviews.authorization.k8s.io",
  "selfsubjectaccessreviews.authorization.k8s.io",
  "localsubjectaccessreviews.authorization.k8s.io",
  "selfsubjectrulesreviews.authorization.k8s.io",
]);

/** Evaluator of a resource; undefined if quotas cannot limit it. */
export function findEvaluator(group: string, plural: string): QuotaEvaluator | undefined {
  const name = printGroupResource({ group, resource: plural });
  return UNLIMITED.has(name) ? undefined : (EVALUATORS.get(name) ?? createCountEvaluator(group, plural));
}
