import { matchCost, matchedUnits, patternUnits } from "../cost/string-costs.ts";
import { noSuchOverload } from "../values/compare.ts";
import { compileRegex, type Regex } from "../values/regex.ts";
import { CelError, type CelValue } from "../values/value.ts";
import type { ResolvedCall } from "./plan-call.ts";
import { type Evaluator, PlanFault, type Planned, type PlanState } from "./planned.ts";

/** Plans `matches` with a constant pattern, compiled once. Undefined for other calls. */
export function planMatches(state: PlanState, call: ResolvedCall): Planned | undefined {
  const [text, pattern] = call.args;
  if (call.declaration.name !== "matches" || text === undefined || typeof pattern?.constant !== "string") {
    return undefined;
  }
  const regex = state.regexes.get(pattern.constant) ?? compileRegex(pattern.constant);
  if (regex instanceof CelError) {
    throw new PlanFault(regex.message);
  }
  const callCost = call.declaration.cost ?? call.overload?.cost;
  const slow = (value: CelValue) => (value instanceof CelError ? value : noSuchOverload());
  if (!state.isTracked || callCost === undefined) {
    return { run: matcher(text.run, regex, slow), cost: state.isTracked ? text.cost + 1 : 0 };
  }
  if (callCost === matchCost) {
    return { run: trackedMatcher(text.run, regex, { pattern: pattern.constant, slow }), cost: text.cost };
  }
  const run: Evaluator = (frame) => {
    const value = text.run(frame);
    const result = typeof value === "string" ? regex.test(value) : slow(value);
    if (value instanceof CelError) {
      return value;
    }
    frame.cost += callCost([value, pattern.constant!], result) ?? 1;
    return result;
  };
  return { run, cost: text.cost };
}

function trackedMatcher(
  text: Evaluator,
  regex: Regex,
  { pattern, slow }: { readonly pattern: string; readonly slow: (value: CelValue) => CelValue },
): Evaluator {
  const units = patternUnits(pattern);
  return (frame) => {
    const value = text(frame);
    if (typeof value !== "string") {
      // The match costs nothing if the value is an error.
      frame.cost += value instanceof CelError ? 0 : matchCost([value, pattern]);
      return slow(value);
    }
    frame.cost += matchedUnits(value) * units;
    return regex.test(value);
  };
}

function matcher(text: Evaluator, regex: Regex, slow: (value: CelValue) => CelValue): Evaluator {
  return (frame) => {
    const value = text(frame);
    return typeof value === "string" ? regex.test(value) : slow(value);
  };
}
