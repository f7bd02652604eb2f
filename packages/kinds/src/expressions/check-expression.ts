import { type FieldError, type FieldPath, internalFault, invalid } from "@kiln/api";
import type { AdmissionExpressions, CompiledExpression, ExpressionUse } from "./admission-expressions.ts";

export interface CheckedExpression {
  /** Source text of the expression. */
  readonly expression: string;
  readonly path: FieldPath;
  readonly use: ExpressionUse;
}

/** Validation errors of an expression of a webhook or policy; empty if it compiles. */
export function checkExpression(expressions: AdmissionExpressions, checked: CheckedExpression): FieldError[] {
  return faultsOf(expressions.compile(checked.expression, checked.use), checked);
}

export function faultsOf(
  { fault }: CompiledExpression,
  { path, expression }: Pick<CheckedExpression, "path" | "expression">,
): FieldError[] {
  if (fault === undefined) {
    return [];
  }
  return [fault.isInternal ? internalFault(path, fault.detail) : invalid(path, expression, fault.detail)];
}
