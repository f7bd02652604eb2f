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
