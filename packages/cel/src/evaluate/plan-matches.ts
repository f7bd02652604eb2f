import { noSuchOverload } from "../values/compare.ts";
import { compileRegex, type Regex } from "../values/regex.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { ResolvedCall } from "./plan-call.ts";
import { type Evaluator, PlanFault, type Planned, type PlanState } from "./planned.ts";

/** `matches` with a constant pattern, compiled once. Nothing for other calls. */
export function planMatches(state: PlanState, call: ResolvedCall): Planned | undefined {
  const [text, pattern] = call.args;
  if (call.declaration.name !== "matches" || text === undefined || typeof pattern?.constant !== "string") {
    return undefined;
  }
  const regex = compileRegex(pattern.constant);
  if (regex instanceof CelError) {
    throw new PlanFault(regex.message);
  }
  const callCost = call.overload?.cost;
  const slow = (value: CelValue) => (value instanceof CelError ? value : noSuchOverload());
  if (!state.isTracked || callCost === undefined) {
    return { run: matcher(text.run, regex, slow), cost: state.isTracked ? text.cost + 1 : 0 };
  }
  const run: Evaluator = (frame) => {
    const value = text.run(frame);
    const result = typeof value === "string" ? regex.test(value) : slow(value);
    frame.cost += callCost([value, pattern.constant!], result) ?? 1;
    return result;
  };
  return { run, cost: text.cost };
}

function matcher(text: Evaluator, regex: Regex, slow: (value: CelValue) => CelValue): Evaluator {
  return (frame) => {
    const value = text(frame);
    return typeof value === "string" ? regex.test(value) : slow(value);
  };
}
