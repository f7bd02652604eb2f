import type { JsonObject } from "@kiln/api";
import { type Bindings, boolType, CelError } from "@kiln/cel";
import type { AdmissionExpressions, CompiledExpression } from "./admission-expressions.ts";

export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/** Values of the variables of match conditions. */
export interface ConditionInput {
  readonly object: JsonObject | undefined;
  readonly oldObject: JsonObject | undefined;
  readonly request: JsonObject;
  readonly params?: JsonObject | null;
  /** The variable `authorizer` and its request-specific forms. */
  readonly authorization: Bindings;
}

/** Whether all conditions are true, or the errors of the evaluation. */
export type ConditionVerdict =
  | { readonly isMet: boolean; readonly errors?: undefined }
  | { readonly errors: readonly string[] };

export type MatchConditions = (input: ConditionInput) => ConditionVerdict;

const CALL_LIMIT = 1_000_000;
const BUDGET = 2_500_000;
const OUT_OF_BUDGET = "validation failed due to running out of cost budget, no further validation rules will be run";

/** Compiles match conditions on first use, so that writing a configuration costs nothing. */
export function compileMatchConditions(
  expressions: AdmissionExpressions,
  conditions: readonly MatchCondition[],
  use: { readonly hasParams: boolean },
): MatchConditions {
  let compiled: readonly CompiledExpression[] | undefined;
  return (input) => {
    compiled ??= conditions.map(({ expression }) =>
      expressions.compile(expression, { returns: [boolType], hasAuthorizer: true, ...use }),
    );
    return evaluate(compiled, conditions, input);
  };
}

/** Evaluates all conditions; one that is false decides, even if others fail. */
function evaluate(
  compiled: readonly CompiledExpression[],
  conditions: readonly MatchCondition[],
  { object = null, oldObject = null, request, params, authorization }: NullableInput,
): ConditionVerdict {
  const bindings = {
    object,
    oldObject,
    request,
    namespaceObject: null,
    ...authorization,
    ...(params === undefined ? {} : { params }),
  };
  const errors: string[] = [];
  let budget = BUDGET;
  for (const [i, { program, fault }] of compiled.entries()) {
    if (program === undefined) {
      errors.push(`compilation error: ${fault.detail}`);
      continue;
    }
    const { value, cost } = program.evaluate(bindings, { costLimit: CALL_LIMIT });
    budget -= cost;
    if (budget < 0) {
      return { errors: [OUT_OF_BUDGET] };
    }
    if (value instanceof CelError) {
      errors.push(`expression '${conditions[i]?.expression ?? ""}' resulted in error: ${value.message}`);
    } else if (value === false) {
      return { isMet: false };
    }
  }
  return errors.length > 0 ? { errors } : { isMet: true };
}

interface NullableInput extends Omit<ConditionInput, "object" | "oldObject"> {
  readonly object?: JsonObject | null | undefined;
  readonly oldObject?: JsonObject | null | undefined;
}

/** Kubernetes: several errors are printed in one pair of brackets (util/errors/errors.go aggregate.Error, v1.36). */
export function printConditionErrors(errors: readonly string[]): string {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? (distinct[0] as string) : `[${distinct.join(", ")}]`;
}
