import type { CallCost } from "../check/call-cost.ts";
import { sizeOfValue } from "../cost/size-of-value.ts";
import type { Call } from "../parse/expression.ts";
import { isEqual } from "../values/equal.ts";
import type { CelType } from "../values/type.ts";
import { CelError, type CelValue, OpaqueValue } from "../values/value.ts";
import { counted, type Evaluator, type Planned, type PlanState, typeAt } from "./planned.ts";

/** Plans `==` and `!=`. */
export function planEquality(
  state: PlanState,
  expression: Call,
  { isNegated }: { readonly isNegated: boolean },
): Planned {
  const [left, right] = expression.args.map((arg) => state.plan(arg)) as [Planned, Planned];
  const cost = counted(state, left.cost + right.cost);
  const hasFixedCost = expression.args.every((arg) => isScalar(typeAt(state, arg)));
  const custom = state.functions.get(expression.function)?.cost;
  if (!state.isTracked || hasFixedCost) {
    return { run: equality(left.run, right.run, isNegated), cost: counted(state, cost + 1) };
  }
  return { run: trackedEquality(left.run, right.run, { isNegated, custom }), cost };
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
  if (second instanceof CelError) {
    return second;
  }
  if (first instanceof OpaqueValue) {
    const verdict = first.equals(second);
    return isNegated ? verdict !== true : verdict;
  }
  return isEqual(first, second) !== isNegated;
}

function trackedEquality(
  left: Evaluator,
  right: Evaluator,
  { isNegated, custom }: { readonly isNegated: boolean; readonly custom: CallCost | undefined },
): Evaluator {
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    const result = judge(first, second, isNegated);
    // Only values of library types may have a cost of their own.
    const own = first instanceof OpaqueValue ? custom?.([first, second], result) : undefined;
    frame.cost += own ?? equalityCost(first, second);
    return result;
  };
}

/** Cost of comparing: a tenth of the smaller size. */
function equalityCost(first: CelValue, second: CelValue): number {
  if (typeof first === "string" && typeof second === "string" && Math.min(first.length, second.length) <= 10) {
    return first === "" || second === "" ? 0 : 1;
  }
  return Math.ceil(Math.min(sizeOfValue(first), sizeOfValue(second)) * 0.1);
}
