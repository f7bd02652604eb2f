import type { EstimatedCall } from "../check/call-cost.ts";
import { addRanges, exactly, type Range, sumRanges, uniteRanges, unlimited } from "../check/range.ts";
import type { Call } from "../parse/expression.ts";
import { estimateStandardCall } from "./estimate-standard-call.ts";
import {
  copySizes,
  type EstimatedExpression,
  type EstimateState,
  entrySizeOf,
  pathOf,
  sizeOf,
  toArgument,
} from "./estimate-state.ts";

/** Cost of a call with its arguments. */
export function estimateCall(state: EstimateState, expression: Call): Range {
  const [first] = expression.args;
  if (expression.function === "dyn" && first !== undefined) {
    const cost = state.estimate(first);
    copySizes(state, expression, first);
    return addRanges(exactly(1), cost);
  }
  const reference = state.checked.references.get(expression.id);
  const argCosts = expression.args.map((arg) => state.estimate(arg));
  if (reference?.kind !== "function") {
    return exactly(0);
  }
  const target = reference.isNamespaced ? undefined : expression.target;
  const targetCost = target === undefined ? exactly(0) : state.estimate(target);
  const parts = target === undefined ? expression.args : [target, ...expression.args];
  const call = { expression, name: reference.name, parts, argCosts };
  let cost: Range = { min: unlimited, max: 0 };
  for (const overload of reference.overloads) {
    const estimated = estimateOverload(state, call, overload);
    cost = uniteRanges(cost, estimated.cost);
    settleResult(state, call, { overload, size: estimated.resultSize });
  }
  return addRanges(targetCost, cost);
}

function estimateOverload(state: EstimateState, call: EstimatedExpression, overload: string): EstimatedCall {
  const declaration = state.functions.get(call.name);
  const declared = declaration?.overloads.find((candidate) => candidate.id === overload);
  if (declaration?.estimate !== undefined || declared?.estimate !== undefined) {
    const args = call.parts.map((part) => toArgument(state, part));
    const own = declaration?.estimate?.(args) ?? declared?.estimate?.(args);
    if (own !== undefined) {
      return { ...own, cost: sumRanges([own.cost, ...call.argCosts]) };
    }
  }
  return estimateStandardCall(state, call, overload) ?? { cost: sumRanges([exactly(1), ...call.argCosts]) };
}

// Size of the result: the largest of all overloads that may match.
function settleResult(
  state: EstimateState,
  { expression, parts }: EstimatedExpression,
  { overload, size }: { readonly overload: string; readonly size: Range | undefined },
): void {
  const [container] = parts;
  const known = state.sizes.get(expression.id);
  let result = known === undefined || size === undefined ? (size ?? known) : uniteRanges(known, size);
  if ((overload === "index_list" || overload === "index_map") && container !== undefined) {
    result = entrySizeOf(state, container)?.value ?? result;
    const member = overload === "index_list" ? "@items" : "@values";
    state.paths.set(expression.id, [...pathOf(state, container), member]);
  }
  result ??= sizeOf(state, expression);
  if (result !== undefined) {
    state.sizes.set(expression.id, result);
  }
}
