import { utf8Length } from "@kiln/api";
import { type Bindings, CelError, type CelValue } from "@kiln/cel";
import type { CompiledExpression } from "../expressions/admission-expressions.ts";
import { printConditionErrors } from "../expressions/match-conditions.ts";
import type { AdmissionPolicy } from "./admission-policy.ts";
import type { CompiledAnnotation, CompiledPolicy, CompiledValidation } from "./compile-validations.ts";
import { type Budget, bindInput, CALL_LIMIT, type PolicyInput } from "./policy-input.ts";

/** What a policy says of one request with one object of parameters. */
export interface PolicyResult {
  readonly denials: readonly PolicyDenialReason[];
  /** For the audit log. */
  readonly annotations: readonly (readonly [key: string, value: string])[];
}

export interface PolicyDenialReason {
  /** Which of the validations; 0 for what is wrong with the policy itself. */
  readonly index: number;
  readonly message: string;
  readonly reason: string;
}

const BUDGET = 10_000_000;
const OUT_OF_BUDGET = "validation failed due to running out of cost budget, no further validation rules will be run";
const MAX_MESSAGE_BYTES = 5 * 1024;
const NOTHING: PolicyResult = { denials: [], annotations: [] };

export function evaluatePolicy(policy: AdmissionPolicy, compiled: CompiledPolicy, input: PolicyInput): PolicyResult {
  const fail = (message: string): PolicyResult => (policy.isFailureIgnored ? NOTHING : failure(message));
  const verdict = compiled.conditions?.(input);
  if (verdict?.errors !== undefined) {
    return fail(printConditionErrors(verdict.errors));
  }
  if (verdict?.isMet === false) {
    return NOTHING;
  }
  const budget: Budget = { left: BUDGET };
  const run: Run = { policy, budget, bindings: bindInput(input, compiled.variables, budget) };
  const values = compiled.validations.map((validation) => evaluate(validation, run));
  if (budget.left < 0) {
    return fail(OUT_OF_BUDGET);
  }
  const denials = values.flatMap((value, i) => judge(compiled.validations[i] as CompiledValidation, value, run, i));
  return joinAnnotations(compiled.annotations, { ...run, budget: { left: BUDGET } }, denials);
}

function failure(message: string): PolicyResult {
  return { denials: [{ index: 0, message, reason: "Invalid" }], annotations: [] };
}

interface Run {
  readonly policy: AdmissionPolicy;
  readonly budget: Budget;
  readonly bindings: Bindings;
}

interface Expression {
  readonly expression: string;
  readonly compiled: CompiledExpression;
}

/** Changes the budget. The error is as clients hear it. */
function evaluate({ expression, compiled }: Expression, { bindings, budget }: Run): CelValue {
  const { program, fault } = compiled;
  if (program === undefined) {
    return new CelError(`compilation error: ${fault.detail}`);
  }
  const { value, cost } = program.evaluate(bindings, { costLimit: CALL_LIMIT });
  budget.left -= cost;
  return value instanceof CelError
    ? new CelError(`expression '${expression}' resulted in error: ${value.message}`)
    : value;
}

function judge(validation: CompiledValidation, value: CelValue, run: Run, index: number): PolicyDenialReason[] {
  if (value instanceof CelError) {
    return run.policy.isFailureIgnored ? [] : [{ index, message: value.message, reason: "" }];
  }
  if (value === true) {
    return [];
  }
  const message =
    readMessage(validation, run) || validation.message || `failed expression: ${validation.expression.trim()}`;
  return [{ index, message, reason: validation.reason }];
}

/** Empty if there is none that could be shown. */
function readMessage({ messageExpression }: CompiledValidation, run: Run): string {
  if (messageExpression === undefined) {
    return "";
  }
  const value = evaluate({ expression: "", compiled: messageExpression }, run);
  const message = typeof value === "string" ? value.trim() : "";
  return utf8Length(message) > MAX_MESSAGE_BYTES || message.includes("\n") ? "" : message;
}

function joinAnnotations(
  annotations: readonly CompiledAnnotation[],
  run: Run,
  denials: readonly PolicyDenialReason[],
): PolicyResult {
  const published: [string, string][] = [];
  const faults: PolicyDenialReason[] = [];
  for (const annotation of annotations) {
    const value = evaluate(annotation, run);
    if (value instanceof CelError) {
      faults.push({ index: 0, message: value.message, reason: "" });
    } else if (typeof value === "string" && value.trim() !== "") {
      published.push([annotation.key, value.trim()]);
    }
  }
  return { denials: [...denials, ...(run.policy.isFailureIgnored ? [] : faults)], annotations: published };
}
