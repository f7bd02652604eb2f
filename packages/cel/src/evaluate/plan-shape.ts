import type { ComprehensionShape } from "../parse/expression.ts";
import { noSuchOverload } from "../values/compare.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { Bind, LoopRange } from "./loop-range.ts";
import { checkLimit, counted, type Frame, type PlanState } from "./planned.ts";

/** Runs all steps of a loop over a range. */
export type RunLoop = (frame: Frame, range: LoopRange) => CelValue;

/** Plans the loop of a known macro: it runs without the expanded steps, and counts their cost. */
export function planShape(state: PlanState, shape: ComprehensionShape, bind: Bind): RunLoop {
  switch (shape.kind) {
    case "all":
      return planQuantifier(state, shape, { decides: false, conditionCost: 2, bind });
    case "exists":
      return planQuantifier(state, shape, { decides: true, conditionCost: 3, bind });
    case "exists-one":
      return planExistsOne(state, shape, bind);
    case "map":
      return planMapping(state, shape, bind);
  }
}

type PredicateShape = Extract<ComprehensionShape, { predicate: object }>;

function planQuantifier(
  state: PlanState,
  shape: PredicateShape,
  options: { readonly decides: boolean; readonly conditionCost: number; readonly bind: Bind },
): RunLoop {
  const { decides, bind } = options;
  const predicate = state.plan(shape.predicate);
  const runPredicate = predicate.run;
  const stopCost = counted(state, options.conditionCost);
  const stepCost = counted(state, options.conditionCost + 1 + predicate.cost);
  const resultCost = counted(state, 1);
  return (frame, range) => {
    const last = range.values.length - 1;
    let fault: CelError | undefined;
    for (let index = 0; index <= last; index += 1) {
      bind(frame, range, index);
      frame.cost += stepCost;
      checkLimit(frame);
      const verdict = runPredicate(frame);
      if (verdict === decides) {
        frame.cost += index === last ? resultCost : resultCost + stopCost;
        return decides;
      }
      if (typeof verdict !== "boolean") {
        fault ??= toFault(verdict);
      }
    }
    frame.cost += resultCost;
    return fault ?? !decides;
  };
}

function toFault(value: CelValue): CelError {
  return value instanceof CelError ? value : noSuchOverload();
}

function planExistsOne(state: PlanState, shape: PredicateShape, bind: Bind): RunLoop {
  const predicate = state.plan(shape.predicate);
  const stepCost = counted(state, predicate.cost);
  const hitCost = counted(state, 2);
  return (frame, range) => {
    let count = 0;
    let fault: CelError | undefined;
    for (let index = 0; index < range.values.length; index += 1) {
      bind(frame, range, index);
      frame.cost += stepCost;
      checkLimit(frame);
      const verdict = predicate.run(frame);
      if (verdict === true) {
        frame.cost += hitCost;
        count += 1;
      } else if (verdict !== false) {
        // A later error replaces an earlier one, as when CEL evaluates the expanded macro.
        fault = toFault(verdict);
      }
    }
    frame.cost += hitCost;
    return fault ?? count === 1;
  };
}

function planMapping(state: PlanState, shape: Extract<ComprehensionShape, { kind: "map" }>, bind: Bind): RunLoop {
  const predicate = shape.predicate === undefined ? undefined : state.plan(shape.predicate);
  const transform = state.plan(shape.transform);
  const listCost = transform.constant === undefined ? transform.cost + 10 : 0;
  const transformCost = counted(state, listCost + 2);
  const predicateCost = counted(state, predicate?.cost ?? 0);
  const resultCost = counted(state, 1);
  return (frame, range) => {
    const elements: CelValue[] = [];
    let fault: CelError | undefined;
    for (let index = 0; index < range.values.length; index += 1) {
      bind(frame, range, index);
      frame.cost += predicateCost;
      checkLimit(frame);
      const verdict = predicate === undefined ? true : predicate.run(frame);
      if (verdict === true) {
        frame.cost += transformCost;
        const element = transform.run(frame);
        if (element instanceof CelError) {
          fault ??= element;
        } else {
          elements.push(element);
        }
      } else if (verdict !== false) {
        fault = toFault(verdict);
      }
    }
    frame.cost += resultCost;
    return fault ?? elements;
  };
}
