import type { Call, Expression } from "../parse/expression.ts";
import { noSuchOverload } from "../values/compare.ts";
import { CelError, type CelValue } from "../values/value.ts";
import { passedCost } from "./plan-path.ts";
import { counted, type Planned, type PlanState } from "./planned.ts";

/**
 * Plans `&&` and `||`. A deciding side hides an error on the other, in any order; otherwise the first error is the
 * result.
 */
export function planLogical(state: PlanState, expression: Call, { decides }: { readonly decides: boolean }): Planned {
  const [left, right] = expression.args.map((arg) => state.plan(arg)) as [Planned, Planned];
  const rightCost = right.cost;
  const runLeft = left.run;
  const runRight = right.run;
  const other = !decides;
  return {
    cost: left.cost,
    run: (frame) => {
      const first = runLeft(frame);
      if (first === decides) {
        return decides;
      }
      frame.cost += rightCost;
      const second = runRight(frame);
      if (second === decides) {
        return decides;
      }
      return first === other && second === other ? other : fault(first === other ? second : first);
    },
  };
}

function fault(value: CelValue): CelError {
  return value instanceof CelError ? value : noSuchOverload();
}

/** Plans `condition ? yes : no`, which runs only the selected side. */
export function planConditional(state: PlanState, expression: Call): Planned {
  const [condition, yes, no] = expression.args.map((arg: Expression) => state.plan(arg)) as [Planned, Planned, Planned];
  const yesCost = counted(state, passedCost(yes));
  const noCost = counted(state, passedCost(no));
  const runCondition = condition.run;
  const runYes = yes.run;
  const runNo = no.run;
  return {
    cost: condition.cost,
    path: "conditional",
    run: (frame) => {
      const chosen = runCondition(frame);
      if (chosen === true) {
        frame.cost += yesCost;
        return runYes(frame);
      }
      if (chosen === false) {
        frame.cost += noCost;
        return runNo(frame);
      }
      return fault(chosen);
    },
  };
}
