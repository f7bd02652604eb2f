import {
  deepCopy,
  deepEqual,
  isJsonObject,
  type JsonObject,
  quoteGo,
  type StatusError,
  setOwn,
  statusPolicyDenied,
} from "@kiln/api";
import { groupResourceOf, printConditionErrors } from "@kiln/kinds";
import type { AdmissionAttributes, AdmissionPlugin, Verdict } from "../admission-plugin.ts";
import type { AdmissionView } from "../admission-view.ts";
import { createPolicyAuthorizer, type PolicyAuthorizer } from "../expressions/policy-authorizer.ts";
import { calledName } from "../forbid.ts";
import { noteMutation } from "../note-mutation.ts";
import type { AdmissionPolicy, PolicyBinding } from "../registered/admission-policy.ts";
import type { CompiledMutation, CompiledMutations, MutationProgram } from "../registered/compile-mutations.ts";
import { bindInput, type PolicyInput } from "../registered/policy-input.ts";
import { askAgain, type Rounds, roundsOf } from "../rounds.ts";
import { describeRequest } from "../webhooks/create-admission-request.ts";
import { reshape } from "../webhooks/reshape.ts";
import { applyMutation, MutationFault } from "./apply-mutation.ts";
import { isAnyAbout } from "./match-policy.ts";
import { type Pause, pace } from "./pace.ts";
import { createView, prepare, type ReadyInvocation, readNamespace, whenReady } from "./policy-invocation.ts";

const NAME = "MutatingAdmissionPolicy";

/** MutatingAdmissionPolicy: changes objects by CEL expressions. Not called for deletes. */
export const mutatingAdmissionPolicy: AdmissionPlugin = {
  name: NAME,
  handles: (target) => target.operation !== "DELETE" && isAnyAbout(target.services.policies.mutating.all(), target),
  admit(attributes) {
    const invocations = attributes.services.policies.mutating.all().flatMap((bound) => prepare(bound, attributes));
    if (invocations.length === 0) {
      return undefined;
    }
    const ready = whenReady(invocations);
    return ready instanceof Promise ? ready.then((all) => dispatch(all, attributes)) : dispatch(ready, attributes);
  },
};

interface State {
  readonly attributes: AdmissionAttributes;
  readonly rounds: Rounds;
  readonly namespaceObject: JsonObject | null;
  readonly authorizer: PolicyAuthorizer;
  readonly faults: Fault[];
  view: AdmissionView;
}

interface Fault {
  readonly policy: AdmissionPolicy;
  readonly binding: PolicyBinding | undefined;
  readonly message: string;
  /** Reason of the denial; empty for Forbidden. */
  readonly reason: string;
}

type Invocation = ReadyInvocation<MutationProgram>;

/** Runs the invocations. Asynchronous only for a conversion webhook, an authorization webhook, or a long evaluation. */
function dispatch(invocations: readonly Invocation[], attributes: AdmissionAttributes): Verdict {
  const { reinvocation, resource, object, oldObject } = attributes;
  const rounds = roundsOf(attributes, NAME);
  if (reinvocation.isReinvoked && !deepEqual(rounds.lastOutput ?? null, object ?? null)) {
    askAgain(rounds);
  }
  const view = { resource, object, oldObject };
  const authorizer = createPolicyAuthorizer(attributes);
  const state: State = { attributes, rounds, namespaceObject: readNamespace(attributes), authorizer, faults: [], view };
  const end = () => finish(state);
  const pending = pace(runAll(invocations, state), attributes.services.clock);
  return pending instanceof Promise ? pending.then(end) : end();
}

/** Runs all invocations in order; yields after each mutation. */
function* runAll(invocations: readonly Invocation[], state: State): Generator<Pause, undefined> {
  for (const invocation of invocations) {
    const { resource } = invocation.view;
    if (resource !== state.view.resource) {
      const converted = createView({ ...state.attributes, ...state.view }, resource);
      const take = (view: AdmissionView): undefined => {
        state.view = view;
        return undefined;
      };
      yield converted instanceof Promise ? converted.then(take) : take(converted);
    }
    yield* run(invocation, state);
  }
}

/**
 * Runs one invocation. Repeats it after each wait for the authorizer, because an evaluation without a decision is
 * invalid.
 */
function* run({ bound, binding, params, fault }: Invocation, state: State): Generator<Pause, undefined> {
  const { policy, program } = bound;
  const { faults, authorizer } = state;
  if (fault !== undefined) {
    faults.push({ policy, binding, message: fault, reason: "" });
  }
  for (const param of params) {
    for (;;) {
      const { view } = state;
      const faultCount = faults.length;
      yield* runOnce({ policy, binding, compiled: program(), param }, state);
      const waiting = authorizer.waiting();
      if (waiting === undefined) {
        break;
      }
      state.view = view;
      faults.length = faultCount;
      yield waiting;
    }
  }
}

interface Once {
  readonly policy: AdmissionPolicy;
  readonly binding: PolicyBinding | undefined;
  readonly compiled: CompiledMutations;
  readonly param: JsonObject | null;
}

const BUDGET = 10_000_000;

/** Evaluates match conditions and mutations once. */
function* runOnce(once: Once, state: State): Generator<Pause, undefined> {
  const { policy, binding, compiled, param } = once;
  const { rounds, attributes } = state;
  if (!meetsConditions(once, state)) {
    return;
  }
  const id = JSON.stringify([policy.name, binding?.name, nameOf(param)]);
  if (attributes.reinvocation.isReinvoked && !rounds.again.has(id)) {
    return;
  }
  const { view } = state;
  const before = view.object;
  for (const mutation of compiled.mutations) {
    mutateOnce(mutation, once, state);
    yield;
  }
  if (before !== undefined && !deepEqual(before, state.view.object ?? null)) {
    askAgain(rounds);
    attributes.reinvocation.isNeeded = true;
    const by = `MutatingAdmissionPolicy ${quoteGo(policy.name)}`;
    noteMutation(attributes, view, { by, after: state.view.object ?? {} });
  }
  if (compiled.isReinvoked) {
    rounds.asked.add(id);
  }
}

/** Whether the match conditions are true; records an error if they cannot be evaluated. */
function meetsConditions({ policy, binding, compiled, param }: Once, state: State): boolean {
  if (compiled.conditions === undefined) {
    return true;
  }
  const { services, operation } = state.attributes;
  const startedMs = services.clock.monotonicMs();
  const verdict = compiled.conditions(inputOf(state, param));
  services.metrics.admission.observeConditions({
    name: policy.name,
    kind: "policy",
    // Kubernetes: the metric has the type "validate" for mutating policies too (policy/mutating/compilation.go
    // compilePolicy, v1.36).
    type: "validate",
    operation,
    seconds: (services.clock.monotonicMs() - startedMs) / 1000,
    errorCount: verdict.errors?.length ?? 0,
  });
  if (verdict.errors === undefined) {
    return verdict.isMet;
  }
  if (!policy.isFailureIgnored) {
    state.faults.push({ policy, binding, message: printConditionErrors(verdict.errors), reason: "Invalid" });
  }
  return false;
}

/** Applies one mutation to the object in `state`, or records its error. */
function mutateOnce(mutation: CompiledMutation, { policy, binding, compiled, param }: Once, state: State): void {
  const { resource, object } = state.view;
  if (object === undefined) {
    return;
  }
  const { clock, metrics } = state.attributes.services;
  const startedMs = clock.monotonicMs();
  const count = (message?: string) =>
    metrics.admission.policies.observeMutation({
      policy: policy.name,
      binding: binding?.name ?? "",
      seconds: (clock.monotonicMs() - startedMs) / 1000,
      ...(message === undefined ? {} : { message }),
    });
  const budget = { left: BUDGET };
  try {
    const bindings = bindInput(inputOf(state, param), compiled.variables, budget);
    const patched = applyMutation(mutation, { resource, object, bindings, budget });
    if (patched !== object) {
      reshape(state.attributes.form ?? resource, patched, { isStrict: mutation.isJsonPatch });
      state.view = { ...state.view, object: patched };
    }
    count();
  } catch (error) {
    count(error instanceof Error ? error.message : String(error));
    if (!(error instanceof MutationFault)) {
      throw error;
    }
    state.faults.push({ policy, binding, message: error.message, reason: "Invalid" });
  }
}

function inputOf({ view, attributes, namespaceObject, authorizer }: State, params: JsonObject | null): PolicyInput {
  const { object, oldObject } = view;
  const request = describeRequest(attributes, view);
  return { object, oldObject, request, params, namespaceObject, authorization: authorizer.bindings };
}

function nameOf(param: JsonObject | null): JsonObject {
  const metadata = isJsonObject(param?.metadata) ? param.metadata : {};
  return { namespace: metadata.namespace ?? "", name: metadata.name ?? "" };
}

/** Takes the result into the object of the request, or throws the errors of the policies. */
function finish(state: State): undefined | Promise<undefined> {
  const complaints = state.faults.filter(({ policy }) => !policy.isFailureIgnored);
  if (complaints.length > 0) {
    throw deny(complaints, state.attributes);
  }
  const { attributes, view } = state;
  if (view.resource === attributes.resource) {
    return settle(state, view);
  }
  const converted = createView({ ...attributes, ...view }, attributes.resource);
  return converted instanceof Promise ? converted.then((own) => settle(state, own)) : settle(state, converted);
}

/** Replaces the content of the request's object by the result. */
function settle({ attributes, rounds }: State, { object: result }: AdmissionView): undefined {
  const { object } = attributes;
  if (object !== undefined && result !== undefined && result !== object) {
    for (const key of Object.keys(object)) {
      delete object[key];
    }
    for (const [key, value] of Object.entries(result)) {
      setOwn(object, key, value);
    }
  }
  rounds.lastOutput = object === undefined ? undefined : deepCopy(object);
  return undefined;
}

/** Kubernetes: the reason is always Forbidden (policy/mutating/dispatcher.go dispatchInvocations, v1.36). */
function deny(complaints: readonly Fault[], attributes: AdmissionAttributes): StatusError {
  const messages = complaints.map(({ policy, binding, message }) => {
    const by = binding === undefined ? "" : ` with binding '${binding.name}'`;
    return `policy '${policy.name}'${by} denied request: ${message}`;
  });
  return statusPolicyDenied({
    resource: groupResourceOf(attributes.resource),
    name: calledName(attributes),
    message: messages[0] ?? "",
    reason: complaints[0]?.reason || "Forbidden",
    code: 403,
    causes: messages,
  });
}
