import type { CelType } from "../check/type.ts";
import { sizeOfValue } from "../cost/size-of-value.ts";
import type { Call } from "../parse/expression.ts";
import { isEqual } from "../values/equal.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { counted, type Evaluator, type Planned, type PlanState, typeAt } from "./planned.ts";

/** `==` and `!=` of any two values. */
export function planEquality(
  state: PlanState,
  expression: Call,
  { isNegated }: { readonly isNegated: boolean },
): Planned {
  const [left, right] = expression.args.map((arg) => state.plan(arg)) as [Planned, Planned];
  const cost = counted(state, left.cost + right.cost);
  const hasFixedCost = expression.args.every((arg) => isScalar(typeAt(state, arg)));
  const declaration = state.functions.get(expression.function);
  const custom = declaration?.cost;
  if (!state.isTracked || (hasFixedCost && custom === undefined)) {
    return { run: equality(left.run, right.run, isNegated), cost: counted(state, cost + 1) };
  }
  return { run: trackedEquality(left.run, right.run, isNegated), cost };
}

function isScalar(type: CelType): boolean {
  switch (type.kind) {
    case "bool":
    case "int":
    case "uint":
    case "double":
    case "duration":
    case "timestamp":
    case "type":
      return type.isWrapper !== true;
    default:
      return false;
  }
}

function equality(left: Evaluator, right: Evaluator, isNegated: boolean): Evaluator {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (typeof first !== "object" && typeof second !== "object") {
      return (first === second) !== isNegated;
    }
    return judge(first, second, isNegated);
  };
}

function judge(first: CelValue, second: CelValue, isNegated: boolean): CelValue {
  if (first instanceof CelError) {
    return first;
  }
  return second instanceof CelError ? second : isEqual(first, second) !== isNegated;
}

function trackedEquality(left: Evaluator, right: Evaluator, isNegated: boolean): Evaluator {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    frame.cost += equalityCost(first, second);
    return judge(first, second, isNegated);
  };
}

/** A tenth of the smaller size. */
export function equalityCost(first: CelValue, second: CelValue): number {
  if (typeof first === "string" && typeof second === "string" && Math.min(first.length, second.length) <= 10) {
    return first === "" || second === "" ? 0 : 1;
  }
  return Math.ceil(Math.min(sizeOfValue(first), sizeOfValue(second)) * 0.1);
}
