import type { CheckedExpression } from "../check/checked-expression.ts";
import { isInherited } from "../values/containers.ts";
import { type CelType, dynType } from "../values/type.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { type Plan, type PlanOptions, plan } from "./plan.ts";
import { costExceeded, type Frame } from "./planned.ts";
import { type Reader, readerOf } from "./read-data.ts";

/** Values of the variables by name: plain JSON, or a CEL value where JSON has no form for it. */
export type Bindings = Readonly<Record<string, unknown>>;

export interface EvaluateOptions {
  /** Maximum cost: a run that exceeds it ends with {@link costExceeded}. */
  readonly costLimit?: number;
}

/** Result of a run. */
export interface Evaluation {
  /** Value of the expression; a {@link CelError} if it has none. */
  readonly value: CelValue;
  /** Actual cost; 0 without a limit, since costs are not counted then. */
  readonly cost: number;
}

/** A compiled expression. */
export interface Program {
  /** Type of the expression's value. */
  readonly type: CelType;
  /** The expression with its types, and the functions it may call, for estimates. */
  readonly checked: CheckedExpression;
  readonly functions: PlanOptions["functions"];
  /** Runs the program. Never throws, whatever the data. */
  evaluate(bindings: Bindings, options?: EvaluateOptions): Evaluation;
}

/** Creates a program; returns an error if a constant part always fails. */
export function createProgram(
  checked: CheckedExpression,
  planOptions: Omit<PlanOptions, "isTracked">,
): Program | CelError {
  const plain = plan(checked, { ...planOptions, isTracked: false });
  if (plain instanceof CelError) {
    return plain;
  }
  let runPlain: Runner | undefined;
  let runTracked: Runner | undefined;
  return {
    type: checked.types[checked.expression.id] ?? dynType,
    checked,
    functions: planOptions.functions,
    evaluate: (bindings, options) => {
      if (options?.costLimit === undefined) {
        runPlain ??= createRunner(plain);
        return runPlain(bindings, Number.POSITIVE_INFINITY);
      }
      runTracked ??= createRunner(plan(checked, { ...planOptions, isTracked: true }) as Plan);
      return runTracked(bindings, options.costLimit);
    },
  };
}

type Runner = (bindings: Bindings, limit: number) => Evaluation;

function createRunner({ root, variables, slots }: Plan): Runner {
  const inputs = [...variables].map(([name, { slot, type }]) => ({
    name,
    slot,
    read: readerOf(type),
    mayBeInherited: isInherited(name),
  }));
  const { run, cost } = root;
  const empty: (CelValue | undefined)[] = new Array(slots).fill(undefined);
  return (bindings, limit) => {
    const values = empty.slice();
    for (let index = 0; index < inputs.length; index += 1) {
      const input = inputs[index] as Input;
      values[input.slot] = readBinding(bindings, input);
    }
    const frame: Frame = { values, cost, limit, recent: undefined };
    try {
      const value = run(frame);
      return frame.cost > limit ? { value: costExceeded, cost: frame.cost } : { value, cost: frame.cost };
    } catch (fault) {
      return { value: toError(fault), cost: frame.cost };
    }
  };
}

interface Input {
  readonly name: string;
  readonly slot: number;
  readonly read: Reader;
  /** Whether JavaScript objects inherit a property of this name, so that reading it needs an own-property check. */
  readonly mayBeInherited: boolean;
}

function readBinding(bindings: Bindings, { name, read, mayBeInherited }: Input): CelValue {
  const raw = mayBeInherited && !Object.hasOwn(bindings, name) ? undefined : bindings[name];
  return raw === undefined ? new CelError(`no such attribute(s): ${name}`) : read(raw as CelValue);
}

// Error of a run that threw: the cost limit, or a stack overflow on data nested too deeply to compare.
function toError(fault: unknown): CelError {
  if (fault instanceof CelError) {
    return fault;
  }
  return new CelError(`internal error: ${fault instanceof Error ? fault.message : String(fault)}`);
}
