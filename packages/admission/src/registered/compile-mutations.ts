import { asObjects, asText, isJsonObject, once } from "@kiln/api";
import { listType, structType } from "@kiln/cel";
import type { AdmissionExpressions, CompiledExpression, ExpressionUse, MatchConditions } from "@kiln/kinds";
import type { AdmissionPolicy } from "./admission-policy.ts";
import { compileConditions, compileVariables } from "./compile-variables.ts";
import type { PolicyVariable } from "./policy-input.ts";

export interface CompiledMutation {
  readonly isJsonPatch: boolean;
  readonly expression: string;
  readonly compiled: CompiledExpression;
}

export interface CompiledMutations {
  readonly variables: readonly PolicyVariable[];
  readonly conditions: MatchConditions | undefined;
  readonly mutations: readonly CompiledMutation[];
  readonly isReinvoked: boolean;
}

/** Mutations of a policy, compiled on first use, so that writing a policy costs nothing. */
export type MutationProgram = () => CompiledMutations;

export function compileMutations(policy: AdmissionPolicy, expressions: AdmissionExpressions): MutationProgram {
  return once(() => compile(policy, expressions));
}

const OBJECT = structType("Object");
const PATCHES = listType(structType("JSONPatch"));

function compile({ spec, paramKind }: AdmissionPolicy, expressions: AdmissionExpressions): CompiledMutations {
  const hasParams = paramKind !== undefined;
  const variables = compileVariables(spec, expressions, { hasParams, hasAuthorizer: true });
  const use: ExpressionUse = { hasParams, hasAuthorizer: true, hasPatchTypes: true, variables: variables.types };
  return {
    variables: variables.list,
    conditions: compileConditions(spec, expressions, { hasParams }),
    isReinvoked: spec.reinvocationPolicy === "IfNeeded",
    mutations: asObjects(spec.mutations).map((mutation) => {
      const isJsonPatch = mutation.patchType === "JSONPatch";
      const patch = isJsonPatch ? mutation.jsonPatch : mutation.applyConfiguration;
      const expression = isJsonObject(patch) ? asText(patch.expression).trim() : "";
      const returns = [isJsonPatch ? PATCHES : OBJECT];
      return { isJsonPatch, expression, compiled: expressions.compile(expression, { ...use, returns }) };
    }),
  };
}
