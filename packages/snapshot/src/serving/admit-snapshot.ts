import type { AdmissionDecision, Admit } from "@kiln/webhook";
import { type AdmissionRequest, judge, type Verdict } from "../rules/judge.ts";
import type { RuleSettings } from "../rules/rule-set.ts";
import { printViolations } from "../rules/violation.ts";
import type { VerdictMetrics } from "./verdict-metrics.ts";

export interface AdmitOptions {
  readonly settings: RuleSettings;
  readonly metrics: VerdictMetrics;
  /** Called for every denial, with the request but without its objects. */
  readonly onDenied?: (about: DeniedRequest) => void;
}

export interface DeniedRequest {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly rules: readonly string[];
}

/** Handler of the path `/volumesnapshot`. */
export function createSnapshotAdmit({ settings, metrics, onDenied = () => {} }: AdmitOptions): Admit {
  return (review) => {
    const request = review as unknown as AdmissionRequest;
    const verdict = judge(request, settings);
    metrics.count(request, verdict);
    if (!verdict.isAllowed) {
      const { uid, namespace = "", name = "" } = review;
      onDenied({ uid, namespace, name, rules: verdict.violations.map(({ rule }) => rule) });
    }
    return toDecision(verdict);
  };
}

function toDecision({ isAllowed, violations, ratcheted, warnings }: Verdict): AdmissionDecision {
  const rules = [...new Set((isAllowed ? ratcheted : violations).map(({ rule }) => rule))];
  const annotations = {
    ...(rules.length === 0 ? {} : { rules: rules.join(",") }),
    ...(ratcheted.length === 0 ? {} : { ratcheted: "true" }),
  };
  return {
    allowed: isAllowed,
    ...(isAllowed ? {} : { status: "Failure", code: 400, reason: "BadRequest", message: printViolations(violations) }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(Object.keys(annotations).length === 0 ? {} : { auditAnnotations: annotations }),
  };
}
