import type { Expression } from "./expression.ts";
import type { ExpressionBuilder } from "./expression-builder.ts";

/** Why a macro's arguments do not fit, and the argument the message points at. */
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
  /** Nothing if the call only looks like the macro, and stays a call. */
  expand(
    builder: ExpressionBuilder,
    target: Expression | undefined,
    args: readonly Expression[],
  ): Expression | MacroFault | undefined;
}

/** How macros are filed: by everything a call shows of itself. */
export function macroKey(macro: Pick<Macro, "name" | "argCount" | "isMember">): string {
  return `${macro.name}:${macro.argCount}:${macro.isMember}`;
}

/** The name a macro binds in its arguments, or the fault if the argument is none. */
export function iterationVariable(argument: Expression, fault: string): string | MacroFault {
  if (argument.kind !== "identifier") {
    return { fault, at: argument };
  }
  if (argument.name === "__result__") {
    return { fault: "iteration variable overwrites accumulator variable", at: argument };
  }
  return argument.name;
}
