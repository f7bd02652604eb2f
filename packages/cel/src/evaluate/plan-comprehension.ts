import type { Comprehension, Expression } from "../parse/expression.ts";
import { LiteralMap } from "../values/containers.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { createBind, type LoopVariables, toLoopRange } from "./loop-range.ts";
import { planShape, type RunLoop } from "./plan-shape.ts";
import { allocateSlot, checkLimit, counted, type Planned, type PlanState, typeAt } from "./planned.ts";
import { readerOf } from "./read-data.ts";

/** Plans a loop over a list or map, the expansion of a macro. */
export function planComprehension(state: PlanState, expression: Comprehension): Planned {
  if (isBinding(expression)) {
    return planBinding(state, expression);
  }
  const range = state.plan(expression.range);
  const variables = loopVariables(state, expression);
  const depth = state.locals.length;
  const loop = planLoop(state, expression, variables);
  state.locals.length = depth;
  const runRange = range.run;
  return {
    cost: counted(state, range.cost),
    run: (frame) => {
      const over = runRange(frame);
      if (over instanceof CelError) {
        return over;
      }
      checkLimit(frame);
      const loopRange = toLoopRange(over, variables);
      return loopRange instanceof CelError ? loopRange : loop(frame, loopRange);
    },
  };
}

function loopVariables(state: PlanState, expression: Comprehension): LoopVariables {
  const range = typeAt(state, expression.range);
  const element = range.kind === "list" ? range.parameters[0] : undefined;
  return {
    first: allocateSlot(state),
    second: allocateSlot(state),
    isTwo: expression.secondVariable !== undefined,
    read: element === undefined ? undefined : readerOf(element),
  };
}

function declareVariables(state: PlanState, expression: Comprehension, variables: LoopVariables): void {
  state.locals.push({ name: expression.variable, slot: variables.first });
  if (expression.secondVariable !== undefined) {
    state.locals.push({ name: expression.secondVariable, slot: variables.second });
  }
}

function planLoop(state: PlanState, expression: Comprehension, variables: LoopVariables): RunLoop {
  const bind = createBind(variables);
  if (expression.shape !== undefined) {
    declareVariables(state, expression, variables);
    return planShape(state, expression.shape, bind);
  }
  const initial = state.plan(expression.initial);
  const slot = allocateSlot(state);
  state.locals.push({ name: expression.accumulator, slot });
  const inner = state.locals.length;
  declareVariables(state, expression, variables);
  const condition = state.plan(expression.condition);
  const step = state.plan(expression.step);
  state.locals.length = inner;
  const result = state.plan(expression.result);
  const conditionCost = counted(state, condition.cost);
  const stepCost = counted(state, step.cost);
  const endCost = counted(state, initial.cost + result.cost);
  return (frame, range) => {
    frame.values[slot] = toAccumulator(initial.run(frame));
    for (let index = 0; index < range.values.length; index += 1) {
      bind(frame, range, index);
      frame.cost += conditionCost;
      if (condition.run(frame) === false) {
        break;
      }
      frame.cost += stepCost;
      checkLimit(frame);
      frame.values[slot] = step.run(frame);
    }
    frame.cost += endCost;
    return result.run(frame);
  };
}

/** A copy of the map that a loop fills: the steps change it in place, so no other expression may see it. */
function toAccumulator(value: CelValue): CelValue {
  return value instanceof LiteralMap ? new LiteralMap(new Map(value.entries)) : value;
}

/** Whether the loop is a `cel.bind`: its range is empty, and its accumulator is the bound value. */
function isBinding({ range, condition }: Comprehension): boolean {
  return isEmptyList(range) && condition.kind === "literal" && condition.value === false;
}

function isEmptyList(expression: Expression): boolean {
  return expression.kind === "list" && expression.elements.length === 0;
}

// The bound value is computed when its name is first used, or never.
function planBinding(state: PlanState, expression: Comprehension): Planned {
  const initial = state.plan(expression.initial);
  const slot = allocateSlot(state);
  state.locals.push({ name: expression.accumulator, slot, initial });
  const result = state.plan(expression.result);
  state.locals.pop();
  return {
    cost: result.cost,
    run: (frame) => {
      frame.values[slot] = undefined;
      return result.run(frame);
    },
  };
}
