import { asObjects, asText, type JsonObject, once } from "@kiln/api";
import { boolType, nullType, stringType } from "@kiln/cel";
import type { AdmissionExpressions, CompiledExpression, ExpressionUse, MatchConditions } from "@kiln/kinds";
import type { AdmissionPolicy } from "./admission-policy.ts";
import { compileConditions, compileVariables } from "./compile-variables.ts";
import type { PolicyVariable } from "./policy-input.ts";

export interface CompiledValidation {
  readonly expression: string;
  readonly compiled: CompiledExpression;
  readonly message: string;
  readonly messageExpression: CompiledExpression | undefined;
  readonly reason: string;
}

export interface CompiledAnnotation {
  readonly key: string;
  readonly expression: string;
  readonly compiled: CompiledExpression;
}

export interface CompiledPolicy {
  readonly variables: readonly PolicyVariable[];
  readonly conditions: MatchConditions | undefined;
  readonly validations: readonly CompiledValidation[];
  readonly annotations: readonly CompiledAnnotation[];
}

/** Validations of a policy, compiled on first use, so that writing a policy costs nothing. */
export type ValidationProgram = () => CompiledPolicy;

export function compileValidations(policy: AdmissionPolicy, expressions: AdmissionExpressions): ValidationProgram {
  return once(() => compile(policy, expressions));
}

function compile({ spec, paramKind }: AdmissionPolicy, expressions: AdmissionExpressions): CompiledPolicy {
  const hasParams = paramKind !== undefined;
  const variables = compileVariables(spec, expressions, { hasParams, hasAuthorizer: true });
  const use: ExpressionUse = { hasParams, hasAuthorizer: true, variables: variables.types };
  return {
    variables: variables.list,
    conditions: compileConditions(spec, expressions, { hasParams }),
    validations: asObjects(spec.validations).map((validation) => compileValidation(validation, expressions, use)),
    annotations: asObjects(spec.auditAnnotations).map(({ key, valueExpression }) => {
      const expression = asText(valueExpression).trim();
      const compiled = expressions.compile(expression, { ...use, returns: [stringType, nullType] });
      return { key: asText(key), expression, compiled };
    }),
  };
}

function compileValidation(
  validation: JsonObject,
  expressions: AdmissionExpressions,
  use: ExpressionUse,
): CompiledValidation {
  const expression = asText(validation.expression);
  const messageExpression = asText(validation.messageExpression);
  return {
    expression,
    compiled: expressions.compile(expression, { ...use, returns: [boolType] }),
    message: asText(validation.message).trim(),
    messageExpression:
      messageExpression === ""
        ? undefined
        : expressions.compile(messageExpression, { ...use, hasAuthorizer: false, returns: [stringType] }),
    reason: asText(validation.reason) || "Invalid",
  };
}
