import { asObjects, asText, type JsonObject } from "@kiln/api";
import { type CelType, dynType } from "@kiln/cel";
import {
  type AdmissionExpressions,
  compileMatchConditions,
  type ExpressionUse,
  type MatchConditions,
} from "@kiln/kinds";
import type { PolicyVariable } from "./policy-input.ts";

export interface CompiledVariables {
  readonly list: readonly PolicyVariable[];
  readonly types: ReadonlyMap<string, CelType>;
}

/** Compiles the variables of a policy; each may use the earlier ones. */
export function compileVariables(
  { variables }: JsonObject,
  expressions: AdmissionExpressions,
  use: ExpressionUse,
): CompiledVariables {
  const types = new Map<string, CelType>();
  const list = asObjects(variables).map((variable) => {
    const name = asText(variable.name);
    const compiled = expressions.compile(asText(variable.expression), { ...use, variables: types });
    types.set(name, compiled.program?.type ?? dynType);
    return { name, compiled };
  });
  return { list, types };
}

/** Compiles match conditions; undefined if there are none. */
export function compileConditions(
  { matchConditions }: JsonObject,
  expressions: AdmissionExpressions,
  use: { readonly hasParams: boolean },
): MatchConditions | undefined {
  const conditions = asObjects(matchConditions).map(({ name, expression }) => ({
    name: asText(name),
    expression: asText(expression),
  }));
  return conditions.length === 0 ? undefined : compileMatchConditions(expressions, conditions, use);
}
