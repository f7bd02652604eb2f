import { childrenOf, type Expression } from "../parse/expression.ts";
import { operators } from "../parse/operators.ts";
import type { Program } from "./program.ts";

/** Whether a part of the expression is `variable.field`, `variable.?field` or `has(variable.field)`. */
export function readsField({ checked }: Program, variable: string, field: string): boolean {
  const isVariable = (part: Expression | undefined) => part?.kind === "identifier" && part.name === variable;
  const reads = (part: Expression): boolean => {
    if (part.kind === "select" && part.field === field && isVariable(part.operand)) {
      return true;
    }
    if (part.kind === "call" && part.function === operators.optionalSelect) {
      const [operand, name] = part.args;
      if (isVariable(operand) && name?.kind === "literal" && name.value === field) {
        return true;
      }
    }
    return childrenOf(part).some(reads);
  };
  return reads(checked.expression);
}
