export { type ControllerMetrics, createControllerMetrics } from "./controller/controller-metrics.ts";
export { FORMER_LABELS, INVALID_LABELS, VALIDATION_ERRORS } from "./controller/invalid-labels.ts";
export { faultOf, type Marking, type MarkingSettings, planMarking } from "./controller/plan-marking.ts";
export { type ControllerOptions, runController } from "./controller/run-controller.ts";
export { definitionsOfPhase, definitionsOfStyle, type Phase } from "./definitions/definitions-of.ts";
export type { SchemaStyle } from "./definitions/schema-parts.ts";
export { type AuditProgress, type AuditReport, type AuditTotals, audit, type InvalidObject } from "./phases/audit.ts";
export { findWebhookObstacles } from "./phases/check-webhook.ts";
export { type ClusterPhase, enterPhase, findObstacles, readPhase } from "./phases/phase.ts";
export { type AdmissionRequest, judge, SNAPSHOT_GROUP, type Verdict } from "./rules/judge.ts";
export {
  findViolations,
  type RuleSet,
  type RuleSettings,
  rulesFor,
  type SnapshotKind,
  type SnapshotVersion,
} from "./rules/rule-set.ts";
export { printViolations, type Violation } from "./rules/violation.ts";
export { type AdmitOptions, createSnapshotAdmit, type DeniedRequest } from "./serving/admit-snapshot.ts";
export { checkConfiguration } from "./serving/check-configuration.ts";
export { type FollowedClasses, followClasses } from "./serving/follow-classes.ts";
export { createVerdictMetrics, type VerdictMetrics } from "./serving/verdict-metrics.ts";
