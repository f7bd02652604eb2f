import type { JsonObject } from "@kiln/api";
import { type Bindings, CelError, type CelValue } from "@kiln/cel";
import type { CompiledExpression } from "@kiln/kinds";

/** Values of the variables in a policy's expressions, for one request and one parameter object. */
export interface PolicyInput {
  readonly object: JsonObject | undefined;
  readonly oldObject: JsonObject | undefined;
  readonly request: JsonObject;
  readonly params: JsonObject | null;
  /** Namespace object; null for cluster-scoped objects. */
  readonly namespaceObject: JsonObject | null;
  /** The variable `authorizer` and its request-specific forms. */
  readonly authorization: Bindings;
}

export interface PolicyVariable {
  readonly name: string;
  readonly compiled: CompiledExpression;
}

/** Remaining CEL cost of an evaluation. */
export interface Budget {
  left: number;
}

/** Maximum cost of one expression, whatever is left of the budget. */
export const CALL_LIMIT = 1_000_000;

/**
 * Bindings of the variables. A policy's own variables are evaluated once, on first use; their cost is subtracted from
 * the budget.
 */
export function bindInput(input: PolicyInput, variables: readonly PolicyVariable[], budget: Budget): Bindings {
  const values: Record<string, CelValue> = {};
  const { authorization, ...rest } = input;
  const bindings = {
    ...rest,
    ...authorization,
    object: input.object ?? null,
    oldObject: input.oldObject ?? null,
    variables: values,
  };
  for (const { name, compiled } of variables) {
    let known: CelValue | undefined;
    Object.defineProperty(values, name, {
      enumerable: true,
      get: () => {
        known ??= evaluateVariable({ name, compiled }, bindings, budget);
        return known;
      },
    });
  }
  return bindings;
}

/** Evaluates a variable; subtracts its cost from the budget. */
function evaluateVariable({ name, compiled }: PolicyVariable, bindings: Bindings, budget: Budget): CelValue {
  const { program, fault } = compiled;
  if (program === undefined) {
    return new CelError(`composited variable ${JSON.stringify(name)} fails to compile: ${fault.detail}`);
  }
  const { value, cost } = program.evaluate(bindings, { costLimit: CALL_LIMIT });
  budget.left -= cost;
  return value instanceof CelError
    ? new CelError(`composited variable ${JSON.stringify(name)} fails to evaluate: ${value.message}`)
    : value;
}
