export { policyValue } from "./expressions/cel-value.ts";
export type { Finding, FindingKind } from "./expressions/finding.ts";
export { type MarkRule, type MarkRules, markRules } from "./expressions/mark-rules.ts";
export { unionPatches } from "./expressions/union-patches.ts";
export { atMostOneMember, findUnionSites, type UnionSite, unionFindings } from "./expressions/union-rules.ts";
