import type { Expression } from "./expression.ts";
import type { ExpressionBuilder } from "./expression-builder.ts";

/** Error of a macro's arguments, and the argument it points at. */
export interface MacroFault {
  readonly fault: string;
  readonly at: Expression;
}

/** A macro: a call that is replaced by another expression while parsing. */
export interface Macro {
  readonly name: string;
  readonly argCount: number;
  /** Whether the macro is called as `target.name(…)`. */
  readonly isMember: boolean;
  /** Expression that replaces the call; undefined if the call is a function call that only resembles the macro. */
  expand(
    builder: ExpressionBuilder,
    target: Expression | undefined,
    args: readonly Expression[],
  ): Expression | MacroFault | undefined;
}

/** Key of a macro: name, number of arguments, member or not. */
export function macroKey(macro: Pick<Macro, "name" | "argCount" | "isMember">): string {
  return `${macro.name}:${macro.argCount}:${macro.isMember}`;
}

/** Name of the macro's variable; an error if the argument is not a simple name. */
export function iterationVariable(argument: Expression, fault: string): string | MacroFault {
  if (argument.kind !== "identifier") {
    return { fault, at: argument };
  }
  if (argument.name === "__result__") {
    return { fault: "iteration variable overwrites accumulator variable", at: argument };
  }
  return argument.name;
}
