import { forbiddenMessage, type StatusError, statusPolicyDenied } from "@kiln/api";
import { groupResourceOf } from "../../resources/resource.ts";
import type { AdmissionAttributes, AdmissionPlugin } from "../admission-plugin.ts";
import { createPolicyAuthorizer, type PolicyAuthorizer } from "../expressions/policy-authorizer.ts";
import { calledName } from "../forbid.ts";
import { describeRequest } from "../webhooks/create-admission-request.ts";
import type { AdmissionPolicy, PolicyBinding } from "./admission-policy.ts";
import type { ValidationProgram } from "./compile-validations.ts";
import { evaluatePolicy, type PolicyDenialReason, type PolicyResult } from "./evaluate-policy.ts";
import { isAnyAbout } from "./match-policy.ts";
import { prepare, type ReadyInvocation, readNamespace, whenReady } from "./policy-invocation.ts";

/**
 * Judges requests by expressions. Waits only where parameters are selected, objects converted by somebody else, or an
 * authorizer asks outside.
 */
export const validatingAdmissionPolicy: AdmissionPlugin = {
  name: "ValidatingAdmissionPolicy",
  handles: (target) => isAnyAbout(target.services.policies.validating.all(), target),
  validate(attributes) {
    const invocations = attributes.services.policies.validating.all().flatMap((bound) => prepare(bound, attributes));
    if (invocations.length === 0) {
      return undefined;
    }
    const ready = whenReady(invocations);
    const authorizer = createPolicyAuthorizer(attributes);
    return ready instanceof Promise
      ? ready.then((all) => judge(all, attributes, authorizer))
      : judge(ready, attributes, authorizer);
  },
};

interface Denial {
  readonly policy: AdmissionPolicy;
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
  readonly reason: string;
}

type Invocation = ReadyInvocation<ValidationProgram>;

/** Throws what the first that denies says. */
function judge(
  invocations: readonly Invocation[],
  attributes: AdmissionAttributes,
  authorizer: PolicyAuthorizer,
): undefined | Promise<undefined> {
  const namespaceObject = readNamespace(attributes);
  const authorization = authorizer.bindings;
  const judged = invocations.map(({ bound, view, params }) => {
    const request = describeRequest(attributes, view);
    const { object, oldObject } = view;
    return params.map((param) =>
      evaluatePolicy(bound.policy, bound.program(), {
        object,
        oldObject,
        request,
        params: param,
        namespaceObject,
        authorization,
      }),
    );
  });
  const waiting = authorizer.waiting();
  if (waiting !== undefined) {
    return waiting.then(() => judge(invocations, attributes, authorizer));
  }
  const [first] = invocations.flatMap((invocation, i) => settle(invocation, judged[i] ?? [], attributes));
  if (first !== undefined) {
    throw deny(first, attributes);
  }
  return undefined;
}

/** What a policy's results lead to; notes what is to be noted. */
function settle(
  { bound: { policy }, binding, fault }: Invocation,
  results: readonly PolicyResult[],
  attributes: AdmissionAttributes,
): Denial[] {
  const denials: Denial[] = [];
  if (fault !== undefined && !policy.isFailureIgnored) {
    denials.push({ policy, binding, message: fault, reason: "" });
  }
  for (const result of results) {
    for (const denial of result.denials) {
      denials.push(...enforce(denial, { policy, binding: binding as PolicyBinding, attributes }));
    }
    for (const [key, value] of result.annotations) {
      attributes.annotations.set(`${policy.name}/${key}`, value);
    }
  }
  return denials;
}

interface Enforcement {
  readonly policy: AdmissionPolicy;
  readonly binding: PolicyBinding;
  readonly attributes: AdmissionAttributes;
}

/** What the binding's actions make of a denial. */
function enforce(
  { index, message, reason }: PolicyDenialReason,
  { policy, binding, attributes }: Enforcement,
): readonly Denial[] {
  const { actions } = binding;
  if (actions.includes("Audit")) {
    const note = {
      message,
      policy: policy.name,
      binding: binding.name,
      expressionIndex: index,
      validationActions: actions,
    };
    attributes.annotations.set("validation.policy.admission.k8s.io/validation_failure", JSON.stringify([note]));
  }
  if (actions.includes("Warn")) {
    const who = `ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}'`;
    attributes.warnings.push(`Validation failed for ${who}: ${message}`);
  }
  return actions.includes("Deny") ? [{ policy, binding, message, reason }] : [];
}

const CODES: ReadonlyMap<string, number> = new Map([
  ["Forbidden", 403],
  ["RequestEntityTooLarge", 413],
]);

function deny({ policy, binding, message, reason }: Denial, attributes: AdmissionAttributes): StatusError {
  const by = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const why = `ValidatingAdmissionPolicy '${policy.name}'${by} denied request: ${message}`;
  const resource = groupResourceOf(attributes.resource);
  const name = calledName(attributes);
  return statusPolicyDenied({
    resource,
    name,
    message: forbiddenMessage(resource, name, why),
    reason: reason || "Invalid",
    code: CODES.get(reason) ?? 422,
    causes: [why],
  });
}
