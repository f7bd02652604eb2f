import { CelOptional } from "../values/value.ts";
import type { ResolvedCall } from "./plan-call.ts";
import { counted, type Planned, type PlanState } from "./planned.ts";

/** Plans `or` and `orValue`, which evaluate their argument only if needed and cost nothing themselves. */
export function planOptionalOr(state: PlanState, call: ResolvedCall): Planned | undefined {
  const { name } = call.declaration;
  const [target, other] = call.args;
  if ((name !== "or" && name !== "orValue") || target === undefined || other === undefined) {
    return undefined;
  }
  const otherCost = counted(state, other.cost);
  const isValue = name === "orValue";
  return {
    cost: target.cost,
    run: (frame) => {
      const optional = target.run(frame);
      if (!(optional instanceof CelOptional)) {
        return optional;
      }
      if (optional.value !== undefined) {
        return isValue ? optional.value : optional;
      }
      frame.cost += otherCost;
      return other.run(frame);
    },
  };
}
