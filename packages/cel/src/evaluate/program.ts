import type { CheckedExpression, CheckerEnvironment } from "../check/checker.ts";
import { type CelType, dynType } from "../check/type.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { type Plan, plan } from "./plan.ts";
import { costExceeded, type Frame } from "./planned.ts";
import { type Reader, readerOf } from "./read-data.ts";

/** Values by the names of the variables. JSON as it is; a CEL value where JSON cannot say it. */
export type Bindings = Readonly<Record<string, unknown>>;

export interface EvaluateOptions {
  /** The run ends with {@link costExceeded} when it has cost more. */
  readonly costLimit?: number;
}

/** How a run ended. */
export interface Evaluation {
  /** A {@link CelError} if there is no value. */
  readonly value: CelValue;
  /** What it cost; 0 if no limit was given, since nobody counts then. */
  readonly cost: number;
}

/** A compiled expression. */
export interface Program {
  /** The type of its values. */
  readonly type: CelType;
  /** The expression with its types, and the functions it may call, for estimates. */
  readonly checked: CheckedExpression;
  readonly functions: CheckerEnvironment["functions"];
  /** Never throws, whatever the data. */
  evaluate(bindings: Bindings, options?: EvaluateOptions): Evaluation;
}

/** An error if a constant part always fails. */
export function createProgram(checked: CheckedExpression, environment: CheckerEnvironment): Program | CelError {
  const { functions, types } = environment;
  const plain = plan(checked, { functions, types, isTracked: false });
  if (plain instanceof CelError) {
    return plain;
  }
  let runPlain: Runner | undefined;
  let runTracked: Runner | undefined;
  return {
    type: checked.types[checked.expression.id] ?? dynType,
    checked,
    functions,
    evaluate: (bindings, options) => {
      if (options?.costLimit === undefined) {
        runPlain ??= createRunner(plain);
        return runPlain(bindings, Number.POSITIVE_INFINITY);
      }
      runTracked ??= createRunner(plan(checked, { functions, types, isTracked: true }) as Plan);
      return runTracked(bindings, options.costLimit);
    },
  };
}

type Runner = (bindings: Bindings, limit: number) => Evaluation;

function createRunner({ root, variables, slots }: Plan): Runner {
  const inputs = [...variables].map(([name, { slot, type }]) => ({ name, slot, read: readerOf(type) }));
  const { run, cost } = root;
  return (bindings, limit) => {
    const frame: Frame = { values: new Array(slots), cost, limit };
    for (const input of inputs) {
      frame.values[input.slot] = readBinding(bindings, input);
    }
    try {
      const value = run(frame);
      return frame.cost > limit ? { value: costExceeded, cost: frame.cost } : { value, cost: frame.cost };
    } catch (fault) {
      return { value: toError(fault), cost: frame.cost };
    }
  };
}

function readBinding(bindings: Bindings, { name, read }: { readonly name: string; readonly read: Reader }): CelValue {
  return Object.hasOwn(bindings, name) && bindings[name] !== undefined
    ? read(bindings[name] as CelValue)
    : new CelError(`no such attribute(s): ${name}`);
}

// Besides the end of the budget this is a stack that ran out, on data nested deeper than it can be compared.
function toError(fault: unknown): CelError {
  if (fault instanceof CelError) {
    return fault;
  }
  return new CelError(`internal error: ${fault instanceof Error ? fault.message : String(fault)}`);
}
