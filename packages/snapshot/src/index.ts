export { definitionsOfPhase, definitionsOfStyle, type Phase } from "./definitions/definitions-of.ts";
export type { SchemaStyle } from "./definitions/schema-parts.ts";
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
export { createVerdictMetrics, type VerdictMetrics } from "./serving/verdict-metrics.ts";
