import { statusForbidden } from "@kiln/api";
import { groupResourceOf } from "../../resources/resource.ts";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import { printConditionErrors } from "../expressions/match-conditions.ts";
import { createPolicyAuthorizer } from "../expressions/policy-authorizer.ts";
import type { AdmissionWebhook } from "./admission-webhook.ts";
import type { AdmissionView } from "./call-admission-webhook.ts";
import { describeRequest } from "./create-admission-request.ts";

/** Whether the conditions of a webhook hold. Throws if nobody can say, and that matters. */
export function meetsConditions(
  { conditions, isFailureIgnored }: AdmissionWebhook,
  attributes: AdmissionAttributes,
  view: AdmissionView,
): boolean {
  if (conditions === undefined) {
    return true;
  }
  const { object, oldObject } = view;
  const { bindings: authorization } = createPolicyAuthorizer(attributes);
  const verdict = conditions({ object, oldObject, request: describeRequest(attributes, view), authorization });
  if (verdict.errors === undefined) {
    return verdict.isMet;
  }
  if (isFailureIgnored) {
    return false;
  }
  throw statusForbidden(groupResourceOf(attributes.resource), attributes.name, printConditionErrors(verdict.errors));
}
