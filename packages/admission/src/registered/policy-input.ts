import type { JsonObject } from "@kiln/api";
import { type Bindings, CelError, type CelValue } from "@kiln/cel";
import type { CompiledExpression } from "@kiln/kinds";

/** Variables of a policy's expressions, for one request and one params object. */
export interface PolicyInput {
  readonly object: JsonObject | undefined;
  readonly oldObject: JsonObject | undefined;
  readonly request: JsonObject;
  readonly params: JsonObject | null;
  /** Null for cluster-scoped objects. */
  readonly namespaceObject: JsonObject | null;
  /** The variable `authorizer` and its request-specific forms. */
  readonly authorization: Bindings;
}

export interface PolicyVariable {
  readonly name: string;
  readonly compiled: CompiledExpression;
}

/** Remaining cost budget of an evaluation. */
export interface Budget {
  left: number;
}

/** Cost limit of one call, whatever is left of the budget. */
export const CALL_LIMIT = 1_000_000;

/** Variables are evaluated on first use, once; their cost is taken from the budget. */
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

/** Changes the budget. */
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
