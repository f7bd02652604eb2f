export { annotateDefinition } from "./annotate-definition.ts";
export { type CompiledPolicies, compilePolicies, type PolicyOptions } from "./compile-policies.ts";
export { compileRules } from "./compile-rules.ts";
export { type Definition, type DefinitionReading, type MarkedVersion, readDefinition } from "./definition.ts";
export { policyValue } from "./expressions/cel-value.ts";
export type { Finding, FindingKind } from "./expressions/finding.ts";
export { type MarkRule, type MarkRules, markRules } from "./expressions/mark-rules.ts";
export { createPolicyEnvironment } from "./expressions/policy-environment.ts";
export { unionPatches } from "./expressions/union-patches.ts";
export { atMostOneMember, findUnionSites, type UnionSite, unionFindings } from "./expressions/union-rules.ts";
export { isKubernetesVersion, type KubernetesVersion, newestKubernetes } from "./kubernetes-version.ts";
export { admitDefinition, createMarksAdmit, createUnionsAdmit } from "./webhook/admit-marks.ts";
export { type ClusterFollower, type FollowOptions, followCluster } from "./webhook/follow-cluster.ts";
export { createGuardedKinds, type GuardedKinds, type GuardedVersion } from "./webhook/guarded-kinds.ts";
export {
  type ConfigurationOptions,
  GUARD_PATHS,
  type GuardAddress,
  type GuardConfigurations,
  guardConfigurations,
} from "./webhook/webhook-configurations.ts";
