export { causesOf, type FieldCause } from "./field-cause.ts";
export { fieldInWarning } from "./field-in-warning.ts";
export { countFindings, type Finding, type FindingCounts } from "./finding.ts";
export { type Advice, type LintRule, type Severity, severities } from "./lint-rule.ts";
export {
  createLintServer,
  type JsonAnswer,
  type LintServer,
  type SendJson,
  type ServerVerdict,
} from "./lint-server.ts";
export {
  childrenOf,
  createLintSubject,
  isAlwaysThere,
  type LintSubject,
  type Relation,
  type SchemaPlace,
  type VersionPlace,
} from "./lint-subject.ts";
export { type LintedFile, type LintFile, type Linting, lintText } from "./lint-text.ts";
export { type PlacedFault, placeYamlFault } from "./place-yaml-fault.ts";
export { lintRules } from "./rules/index.ts";
export { toWrittenField } from "./to-written-field.ts";
export { toYamlPath } from "./to-yaml-path.ts";
