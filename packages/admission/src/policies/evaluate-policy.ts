import { type Clock, utf8Length } from "@kiln/api";
import { type Bindings, CelError, type CelValue } from "@kiln/cel";
import { type CompiledExpression, printConditionErrors } from "@kiln/kinds";
import type { AdmissionPolicy } from "../registered/admission-policy.ts";
import type { CompiledPolicy, CompiledValidation } from "../registered/compile-validations.ts";
import { type Budget, bindInput, CALL_LIMIT, type PolicyInput } from "../registered/policy-input.ts";
import type { Pause } from "./pace.ts";

/** Result of a policy for one request and one parameter object. */
export interface PolicyResult {
  /** Failed validations and evaluation errors. */
  readonly decisions: readonly PolicyDecision[];
  /** Audit annotations. */
  readonly annotations: readonly (readonly [key: string, value: string])[];
  /** Audit annotations whose expression fails: they deny the request, whatever the binding's actions. */
  readonly annotationFaults: readonly PolicyDecision[];
  /** Result of the match conditions; absent if the policy has none. */
  readonly conditions?: { readonly errorCount: number; readonly seconds: number };
}

export interface PolicyDecision {
  /** Index of the validation; 0 for an error of the policy as a whole. */
  readonly index: number;
  /** False for an error that the failure policy ignores. */
  readonly isDenied: boolean;
  readonly message: string;
  readonly reason: string;
  /** Duration of the evaluation. */
  readonly seconds: number;
}

export interface PolicyRun {
  readonly policy: AdmissionPolicy;
  readonly compiled: CompiledPolicy;
  readonly input: PolicyInput;
  readonly clock: Clock;
}

const BUDGET = 10_000_000;
const OUT_OF_BUDGET = "validation failed due to running out of cost budget, no further validation rules will be run";
const MAX_MESSAGE_BYTES = 5 * 1024;
const NOTHING: PolicyResult = { decisions: [], annotations: [], annotationFaults: [] };

/** Evaluates a policy step by step; yields after each expression. */
export function* evaluatePolicy(run: PolicyRun): Generator<Pause, PolicyResult> {
  const { policy, compiled, input, clock } = run;
  if (compiled.conditions === undefined) {
    return yield* evaluateValidations(run);
  }
  const startedMs = clock.monotonicMs();
  const verdict = compiled.conditions(input);
  const conditions = {
    errorCount: verdict.errors?.length ?? 0,
    seconds: (clock.monotonicMs() - startedMs) / 1000,
  };
  if (verdict.errors !== undefined) {
    return { ...fail(policy, printConditionErrors(verdict.errors)), conditions };
  }
  if (!verdict.isMet) {
    return { ...NOTHING, conditions };
  }
  yield;
  return { ...(yield* evaluateValidations(run)), conditions };
}

function* evaluateValidations({ policy, compiled, input, clock }: PolicyRun): Generator<Pause, PolicyResult> {
  const budget: Budget = { left: BUDGET };
  const evaluation: Evaluation = { policy, clock, budget, bindings: bindInput(input, compiled.variables, budget) };
  const outcomes: Outcome[] = [];
  for (const validation of compiled.validations) {
    outcomes.push(evaluate(validation, evaluation));
    yield;
    if (budget.left < 0) {
      return fail(policy, OUT_OF_BUDGET);
    }
  }
  const told = { ...evaluation, bindings: withoutAuthorizer(evaluation.bindings) };
  const messages = yield* tellMessages(compiled, outcomes, told);
  const decisions = outcomes.flatMap((outcome, index) =>
    judge(compiled.validations[index] as CompiledValidation, { outcome, messages, index }, policy),
  );
  return yield* addAnnotations(compiled, decisions, { ...told, budget: { left: BUDGET } });
}

/**
 * Variables of message expressions and audit annotations. Kubernetes: they have no authorizer at run time, although
 * they compile with it (policy/validating/validator.go Validate, v1.36).
 */
function withoutAuthorizer({ authorizer: _, "authorizer.requestResource": __, ...bindings }: Bindings): Bindings {
  return bindings;
}

function fail({ isFailureIgnored }: AdmissionPolicy, message: string): PolicyResult {
  const decision = { index: 0, isDenied: !isFailureIgnored, message, reason: "", seconds: 0 };
  return { ...NOTHING, decisions: [decision] };
}

interface Evaluation {
  readonly policy: AdmissionPolicy;
  readonly clock: Clock;
  readonly budget: Budget;
  readonly bindings: Bindings;
}

interface Expression {
  readonly expression: string;
  readonly compiled: CompiledExpression;
}

interface Outcome {
  readonly value: CelValue;
  readonly seconds: number;
}

/** Evaluates one expression; subtracts its cost from the budget. An error has the message for the client. */
function evaluate({ expression, compiled }: Expression, { bindings, budget, clock }: Evaluation): Outcome {
  const { program, fault } = compiled;
  if (program === undefined) {
    return { value: new CelError(`compilation error: ${fault.detail}`), seconds: 0 };
  }
  const startedMs = clock.monotonicMs();
  const { value, cost } = program.evaluate(bindings, { costLimit: CALL_LIMIT });
  const seconds = (clock.monotonicMs() - startedMs) / 1000;
  budget.left -= cost;
  const isError = value instanceof CelError;
  return {
    value: isError ? new CelError(`expression '${expression}' resulted in error: ${value.message}`) : value,
    seconds,
  };
}

/** Messages by index of the validation; empty if there is no message expression, or it failed. */
type Messages = readonly string[] | CelError;

/**
 * Evaluates message expressions. Kubernetes: evaluates all of them (policy/validating/validator.go Validate, v1.36).
 * Here only those of failed validations, unless all together could exceed the cost budget, which the response would
 * show.
 */
function* tellMessages(
  { validations, variables }: CompiledPolicy,
  outcomes: readonly Outcome[],
  evaluation: Evaluation,
): Generator<Pause, Messages> {
  const { budget } = evaluation;
  const expressions = validations.filter(({ messageExpression }) => messageExpression !== undefined);
  const mayRunOut = budget.left < 2 * CALL_LIMIT * (expressions.length + variables.length);
  const messages: string[] = [];
  for (const [i, { messageExpression }] of validations.entries()) {
    const isNeeded = mayRunOut || outcomes[i]?.value === false;
    if (messageExpression === undefined || !isNeeded) {
      messages.push("");
      continue;
    }
    messages.push(readMessage(evaluate({ expression: "", compiled: messageExpression }, evaluation).value));
    yield;
    if (budget.left < 0) {
      return new CelError(`failed messageExpression: ${OUT_OF_BUDGET}`);
    }
  }
  return messages;
}

function readMessage(value: CelValue): string {
  const message = typeof value === "string" ? value.trim() : "";
  return utf8Length(message) > MAX_MESSAGE_BYTES || message.includes("\n") ? "" : message;
}

interface Judged {
  readonly outcome: Outcome;
  readonly messages: Messages;
  readonly index: number;
}

function judge(
  validation: CompiledValidation,
  { outcome, messages, index }: Judged,
  { isFailureIgnored }: AdmissionPolicy,
): PolicyDecision[] {
  const { value, seconds } = outcome;
  const error = value instanceof CelError ? value : messages;
  if (error instanceof CelError) {
    return [{ index, isDenied: !isFailureIgnored, message: error.message, reason: "", seconds }];
  }
  if (value === true) {
    return [];
  }
  const message = error[index] || validation.message || `failed expression: ${validation.expression.trim()}`;
  return [{ index, isDenied: true, message, reason: validation.reason, seconds }];
}

/** Evaluates audit annotations, which have a cost budget of their own. */
function* addAnnotations(
  { annotations }: CompiledPolicy,
  decisions: readonly PolicyDecision[],
  evaluation: Evaluation,
): Generator<Pause, PolicyResult> {
  const { policy, budget } = evaluation;
  const published: [string, string][] = [];
  const faults: PolicyDecision[] = [];
  for (const annotation of annotations) {
    const { value, seconds } = evaluate(annotation, evaluation);
    yield;
    if (budget.left < 0) {
      return fail(policy, OUT_OF_BUDGET);
    }
    if (value instanceof CelError && !policy.isFailureIgnored) {
      faults.push({ index: 0, isDenied: true, message: value.message, reason: "", seconds });
    } else if (typeof value === "string" && value.trim() !== "") {
      published.push([annotation.key, value.trim()]);
    }
  }
  return { decisions, annotations: published, annotationFaults: faults };
}
