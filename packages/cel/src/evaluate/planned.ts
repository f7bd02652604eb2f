import type { CheckedExpression } from "../check/checked-expression.ts";
import type { FunctionDeclaration, TypeProvider } from "../check/declaration.ts";
import type { Expression } from "../parse/expression.ts";
import type { Regex } from "../values/regex.ts";
import { type CelType, dynType } from "../values/type.ts";
import { CelError, type CelValue } from "../values/value.ts";

/** State of one run of a program. */
export interface Frame {
  /** Variables, then locals of comprehensions; undefined for a name not used yet. */
  readonly values: (CelValue | undefined)[];
  cost: number;
  limit: number;
  /** Results of calls on the last long string, by call; undefined before the first such call. */
  recent: Map<object, { readonly text: string; readonly result: CelValue }> | undefined;
}

export type Evaluator = (frame: Frame) => CelValue;

/** A part of a program as a closure. */
export interface Planned {
  readonly run: Evaluator;
  /**
   * Fixed cost of running it; 0 if costs are not counted. The code that decides to run it adds this to the frame: a
   * part that always runs passes it up, so that one addition at the root counts for all of them. A part adds costs that
   * depend on the data itself, and subtracts those of parts that an error kept from running.
   */
  readonly cost: number;
  /** Constant result, if any. */
  readonly constant?: CelValue;
  /** Slot of its value, if it is a variable that is set before the run. */
  readonly slot?: number;
  /** Kind in cel-go's interpreter: paths into data cost one less if their value is only passed on. */
  readonly path?: "path" | "test" | "conditional";
}

/** A variable of a comprehension. */
export interface Local {
  readonly name: string;
  readonly slot: number;
  /** Value, computed on first use in a run; undefined if the loop sets it. */
  readonly initial?: Planned;
}

/** State of planning a program. */
export interface PlanState {
  readonly checked: CheckedExpression;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly types: TypeProvider;
  /** Patterns that the checker has compiled. */
  readonly regexes: ReadonlyMap<string, Regex>;
  /** Whether the program counts its cost when it runs. */
  readonly isTracked: boolean;
  /** Slots of the variables used, by name. */
  readonly variables: Map<string, { readonly slot: number; readonly type: CelType }>;
  /** Locals of the enclosing comprehensions, innermost last. */
  readonly locals: Local[];
  slots: number;
  /** Plans a part of a compound expression. */
  plan(part: Expression): Planned;
}

export function allocateSlot(state: PlanState): number {
  const slot = state.slots;
  state.slots += 1;
  return slot;
}

export function typeAt(state: PlanState, part: Expression): CelType {
  return state.checked.types[part.id] ?? dynType;
}

export function constantOf(value: CelValue): Planned {
  return { run: () => value, cost: 0, constant: value };
}

/** The cost if the program counts costs, otherwise 0. */
export function counted(state: PlanState, cost: number): number {
  return state.isTracked ? cost : 0;
}

/** Thrown by a run that exceeds its limit, and caught where it began. */
export const costExceeded: CelError = new CelError("operation cancelled: actual cost limit exceeded");

/** Throws when the run exceeds its cost limit. Called in loops only: an expression without one ends soon. */
export function checkLimit(frame: Frame): void {
  if (frame.cost > frame.limit) {
    throw costExceeded;
  }
}

/**
 * Error of a program that cannot be planned because a constant part of it always fails. Caught where planning began.
 */
export class PlanFault extends Error {}
