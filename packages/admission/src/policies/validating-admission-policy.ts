import { appendAll, decodeUtf8, encodeUtf8, forbiddenMessage, type StatusError, statusPolicyDenied } from "@kiln/api";
import { groupResourceOf } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin, Verdict } from "../admission-plugin.ts";
import { annotate, printNote } from "../annotate.ts";
import { createPolicyAuthorizer, type PolicyAuthorizer } from "../expressions/policy-authorizer.ts";
import { calledName } from "../forbid.ts";
import type { AdmissionPolicy, PolicyBinding } from "../registered/admission-policy.ts";
import type { ValidationProgram } from "../registered/compile-validations.ts";
import { describeRequest } from "../webhooks/create-admission-request.ts";
import { evaluatePolicy, type PolicyDecision, type PolicyResult, type PolicyRun } from "./evaluate-policy.ts";
import { isAnyAbout } from "./match-policy.ts";
import { type Pause, pace } from "./pace.ts";
import { prepare, type ReadyInvocation, readNamespace, whenReady } from "./policy-invocation.ts";

/**
 * ValidatingAdmissionPolicy: validates requests by CEL expressions. Asynchronous only if parameters are selected by
 * label, a webhook converts objects, or an authorizer is remote.
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
    return ready instanceof Promise ? ready.then((all) => dispatch(all, attributes)) : dispatch(ready, attributes);
  },
};

interface Denial {
  readonly policy: AdmissionPolicy;
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
  readonly reason: string;
}

type Invocation = ReadyInvocation<ValidationProgram>;

function dispatch(invocations: readonly Invocation[], attributes: AdmissionAttributes): Verdict {
  const conclude = (judged: readonly (readonly PolicyResult[])[]) => finish(invocations, judged, attributes);
  const judged = pace(judgeAll(invocations, attributes), attributes.services.clock);
  return judged instanceof Promise ? judged.then(conclude) : conclude(judged);
}

/** Results of each invocation, one for each of its parameter objects. */
function* judgeAll(
  invocations: readonly Invocation[],
  attributes: AdmissionAttributes,
): Generator<Pause, readonly (readonly PolicyResult[])[]> {
  const namespaceObject = readNamespace(attributes);
  const authorizer = createPolicyAuthorizer(attributes);
  const { clock } = attributes.services;
  const judged: PolicyResult[][] = [];
  for (const { bound, view, params } of invocations) {
    const { object, oldObject } = view;
    const request = describeRequest(attributes, view);
    const results: PolicyResult[] = [];
    for (const param of params) {
      const authorization = authorizer.bindings;
      const input = { object, oldObject, request, params: param, namespaceObject, authorization };
      const run = { policy: bound.policy, compiled: bound.program(), input, clock };
      results.push(yield* judgeOnce(run, authorizer));
    }
    judged.push(results);
  }
  return judged;
}

/**
 * Evaluates a policy. Repeats it after each wait for the authorizer, because an evaluation without a decision is
 * invalid.
 */
function* judgeOnce(run: PolicyRun, authorizer: PolicyAuthorizer): Generator<Pause, PolicyResult> {
  for (;;) {
    const result = yield* evaluatePolicy(run);
    const waiting = authorizer.waiting();
    if (waiting === undefined) {
      return result;
    }
    yield waiting;
  }
}

/** Applies the results; throws the first denial. */
function finish(
  invocations: readonly Invocation[],
  judged: readonly (readonly PolicyResult[])[],
  attributes: AdmissionAttributes,
): undefined {
  const notes = new Map<string, Set<string>>();
  const [first] = invocations.flatMap((invocation, i) =>
    settle(invocation, { results: judged[i] ?? [], notes, attributes }),
  );
  for (const [key, values] of notes) {
    annotate(attributes, { key, value: [...values].join(", ") });
  }
  if (first !== undefined) {
    throw deny(first, attributes);
  }
  return undefined;
}

interface Settlement {
  readonly results: readonly PolicyResult[];
  /** Audit annotations of a policy's bindings so far, by key. */
  readonly notes: Map<string, Set<string>>;
  readonly attributes: AdmissionAttributes;
}

const MAX_NOTE_BYTES = 10 * 1024;

/** Denials from the results of one invocation; records metrics and audit annotations. */
function settle(
  { bound: { policy }, binding, fault }: Invocation,
  { results, notes, attributes }: Settlement,
): Denial[] {
  const denials: Denial[] = [];
  if (fault !== undefined && !policy.isFailureIgnored) {
    denials.push({ policy, binding, message: fault, reason: "" });
  }
  for (const { conditions, decisions, annotations, annotationFaults } of results) {
    const enforcement = { policy, binding: binding as PolicyBinding, attributes };
    if (conditions !== undefined) {
      const { operation, services } = attributes;
      const owner = { name: policy.name, kind: "policy", type: "validate", operation } as const;
      services.metrics.admission.observeConditions({ ...owner, ...conditions });
    }
    appendAll(
      denials,
      decisions.flatMap((decision) => enforce(decision, enforcement)),
    );
    for (const [key, value] of annotations) {
      const values = notes.get(`${policy.name}/${key}`) ?? new Set();
      notes.set(`${policy.name}/${key}`, values.add(decodeUtf8(encodeUtf8(value).subarray(0, MAX_NOTE_BYTES))));
    }
    appendAll(
      denials,
      annotationFaults.map((decision) => refuse(decision, enforcement)),
    );
  }
  return denials;
}

interface Enforcement {
  readonly policy: AdmissionPolicy;
  readonly binding: PolicyBinding;
  readonly attributes: AdmissionAttributes;
}

/** Denials, warnings and audit annotations of a decision, by the binding's actions. */
function enforce(decision: PolicyDecision, enforcement: Enforcement): readonly Denial[] {
  const { index, message, isDenied } = decision;
  const { policy, binding, attributes } = enforcement;
  const { actions } = binding;
  if (!isDenied) {
    count("allow", decision, enforcement);
    return [];
  }
  if (actions.includes("Audit")) {
    const names = { policy: policy.name, binding: binding.name };
    const value = `[${printNote({ message, ...names, expressionIndex: index, validationActions: [...actions] })}]`;
    annotate(attributes, { key: "validation.policy.admission.k8s.io/validation_failure", value });
    count("audit", decision, enforcement);
  }
  if (actions.includes("Warn")) {
    const who = `ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}'`;
    attributes.requester.warnings.push(`Validation failed for ${who}: ${message}`);
    count("warn", decision, enforcement);
  }
  return actions.includes("Deny") ? [refuse(decision, enforcement)] : [];
}

function refuse(decision: PolicyDecision, enforcement: Enforcement): Denial {
  const { policy, binding } = enforcement;
  count("deny", decision, enforcement);
  return { policy, binding, message: decision.message, reason: decision.reason };
}

function count(
  action: "allow" | "deny" | "audit" | "warn",
  { message, seconds }: PolicyDecision,
  { policy, binding, attributes }: Enforcement,
): void {
  const { policies } = attributes.services.metrics.admission;
  policies.observeValidation({ action, policy: policy.name, binding: binding.name, seconds, message });
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
