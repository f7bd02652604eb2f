import { isList, lookupOf } from "../values/containers.ts";
import { CelDouble, CelError, CelUint, type CelValue } from "../values/value.ts";
import type { ResolvedCall } from "./plan-call.ts";
import { constantOf, counted, type Planned, type PlanState } from "./planned.ts";

/**
 * Plans `x in [constants]` as a set lookup; undefined if the list is not constant or has other than scalar values.
 * Kubernetes: such a test costs only `x` (interpreter/decorators.go maybeOptimizeSetMembership, v1.36).
 */
export function planMembership(state: PlanState, call: ResolvedCall): Planned | undefined {
  const [element, list] = call.args;
  if (call.overload?.id !== "in_list" || element === undefined || list?.constant === undefined) {
    return undefined;
  }
  const elements = isList(list.constant) && Array.isArray(list.constant) ? (list.constant as CelValue[]) : undefined;
  if (elements === undefined || !elements.every(isPlain)) {
    return undefined;
  }
  if (elements.length === 0) {
    return constantOf(false);
  }
  const known = new Set(elements.map(placeOf));
  return {
    cost: counted(state, element.cost),
    run: (frame) => {
      const value = element.run(frame);
      return value instanceof CelError ? value : known.has(placeOf(value));
    },
  };
}

function isPlain(value: CelValue): boolean {
  return typeof value !== "object" || value instanceof CelDouble || value instanceof CelUint;
}

function placeOf(value: CelValue): unknown {
  return lookupOf(value) ?? (value instanceof CelDouble ? `double ${value.value}` : value);
}
