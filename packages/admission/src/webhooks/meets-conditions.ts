import { statusForbidden } from "@kiln/api";
import { type ConditionVerdict, groupResourceOf, printConditionErrors } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import type { AdmissionView } from "../admission-view.ts";
import { createPolicyAuthorizer } from "../expressions/policy-authorizer.ts";
import type { ConditionOwner } from "../metrics/admission-metrics.ts";
import type { AdmissionWebhook } from "../registered/admission-webhook.ts";
import { describeRequest } from "./create-admission-request.ts";

export interface ConditionedCall {
  readonly view: AdmissionView;
  readonly type: "admit" | "validating";
}

/**
 * Whether the match conditions of a webhook are true. Throws if they cannot be evaluated and the failure policy is
 * Fail. Asynchronous only with a remote authorizer.
 */
export function meetsConditions(
  webhook: AdmissionWebhook,
  attributes: AdmissionAttributes,
  { view, type }: ConditionedCall,
): boolean | Promise<boolean> {
  const { conditions } = webhook;
  if (conditions === undefined) {
    return true;
  }
  const { clock, metrics } = attributes.services;
  const { object, oldObject } = view;
  const authorizer = createPolicyAuthorizer(attributes);
  const input = { object, oldObject, request: describeRequest(attributes, view), authorization: authorizer.bindings };
  const owner: ConditionOwner = { name: webhook.name, kind: "webhook", type, operation: attributes.operation };
  const startedMs = clock.monotonicMs();
  const evaluate = (): boolean | Promise<boolean> => {
    const verdict = conditions(input);
    const waiting = authorizer.waiting();
    if (waiting !== undefined) {
      return waiting.then(evaluate);
    }
    const seconds = (clock.monotonicMs() - startedMs) / 1000;
    metrics.admission.observeConditions({ ...owner, seconds, errorCount: verdict.errors?.length ?? 0 });
    const isMet = decide(verdict, webhook, attributes);
    if (!isMet) {
      metrics.admission.countExclusion(owner);
    }
    return isMet;
  };
  return evaluate();
}

function decide(
  verdict: ConditionVerdict,
  { isFailureIgnored }: AdmissionWebhook,
  { resource, name }: AdmissionAttributes,
): boolean {
  if (verdict.errors === undefined) {
    return verdict.isMet;
  }
  if (isFailureIgnored) {
    return false;
  }
  throw statusForbidden(groupResourceOf(resource), name, printConditionErrors(verdict.errors));
}
