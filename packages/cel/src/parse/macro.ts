import type { Expression } from "./expression.ts";
import type { ExpressionBuilder } from "./expression-builder.ts";

/** Error of a macro's arguments, and the argument it points at. */
export interface MacroFault {
  readonly fault: string;
  readonly at: Expression;
}

/** A call that is replaced while parsing. */
export interface Macro {
  readonly name: string;
  readonly argCount: number;
  /** Called as `target.name(…)`. */
  readonly isMember: boolean;
  /** Undefined if the call only resembles the macro, and stays a call. */
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

/** Name that a macro binds in its arguments, or the error if the argument is no name. */
export function iterationVariable(argument: Expression, fault: string): string | MacroFault {
  if (argument.kind !== "identifier") {
    return { fault, at: argument };
  }
  if (argument.name === "__result__") {
    return { fault: "iteration variable overwrites accumulator variable", at: argument };
  }
  return argument.name;
}
