import type { EstimatedCall } from "../check/call-cost.ts";
import { addRanges, exactly, multiplyRanges, type Range, scaleRange, sumRanges, uniteRanges } from "../check/range.ts";
import type { Expression } from "../parse/expression.ts";
import {
  type EntrySize,
  type EstimatedExpression,
  type EstimateState,
  entrySizeOf,
  sizeOrUnknown,
  uniteEntries,
} from "./estimate-state.ts";

type Estimate = (state: EstimateState, call: EstimatedExpression) => EstimatedCall;

const traversal = 0.1;
const pattern = 0.25;

const estimates: ReadonlyMap<string, Estimate> = new Map<string, Estimate>([
  ["string_format", (state, call) => withArgs(call, traverse(sizeAt(state, call, 0)))],
  ["string_to_bytes", (state, call) => resized(call, sizeAt(state, call, 0), { min: 1, max: 4 })],
  ["bytes_to_string", (state, call) => resized(call, sizeAt(state, call, 0), { min: 0.25, max: 1 })],
  // Kubernetes: the estimate uses the size of the argument, the run that of the target (checker/cost.go functionCost,
  // v1.36).
  ["starts_with_string", (state, call) => withArgs(call, traverse(sizeAt(state, call, 1)))],
  ["ends_with_string", (state, call) => withArgs(call, traverse(sizeAt(state, call, 1)))],
  ["in_list", (state, call) => withArgs(call, sizeAt(state, call, 1))],
  ["matches_string", estimateMatch],
  [
    "contains_string",
    (state, call) => withArgs(call, multiplyRanges(traverse(sizeAt(state, call, 0)), traverse(sizeAt(state, call, 1)))),
  ],
  ["logical_or", estimateLogical],
  ["logical_and", estimateLogical],
  ["conditional", estimateConditional],
  ["add_string", (state, call) => estimateJoin(state, call, traverse)],
  ["add_bytes", (state, call) => estimateJoin(state, call, traverse)],
  ["add_list", (state, call) => estimateJoin(state, call, () => exactly(1))],
  ...["less", "less_equals", "greater", "greater_equals"].flatMap((name): [string, Estimate][] => [
    [`${name}_string`, estimateComparison],
    [`${name}_bytes`, estimateComparison],
  ]),
  ["equals", estimateComparison],
  ["not_equals", estimateComparison],
]);

/** Estimate for standard overloads with a cost above 1; undefined for other overloads. */
export function estimateStandardCall(
  state: EstimateState,
  call: EstimatedExpression,
  overload: string,
): EstimatedCall | undefined {
  return estimates.get(overload)?.(state, call);
}

function sizeAt(state: EstimateState, { parts }: EstimatedExpression, index: number): Range {
  return sizeOrUnknown(state, parts[index] as Expression);
}

function traverse(size: Range): Range {
  return scaleRange(size, traversal);
}

function withArgs({ argCosts }: EstimatedExpression, cost: Range): EstimatedCall {
  return { cost: sumRanges([cost, ...argCosts]) };
}

function resized(call: EstimatedExpression, size: Range, factor: Range): EstimatedCall {
  const resultSize = { min: Math.floor(size.min * factor.min), max: size.max * factor.max };
  return { ...withArgs(call, traverse(size)), resultSize };
}

function estimateMatch(state: EstimateState, call: EstimatedExpression): EstimatedCall {
  const text = traverse(addRanges(sizeAt(state, call, 0), exactly(1)));
  return withArgs(call, multiplyRanges(text, scaleRange(sizeAt(state, call, 1), pattern)));
}

// The minimum leaves out the right side, which may not be evaluated.
function estimateLogical(_state: EstimateState, { argCosts }: EstimatedExpression): EstimatedCall {
  const [left = exactly(0), right = exactly(0)] = argCosts;
  return { cost: { min: left.min, max: addRanges(left, right).max } };
}

function estimateConditional(state: EstimateState, { expression, argCosts }: EstimatedExpression): EstimatedCall {
  const [condition = exactly(0), yes = exactly(0), no = exactly(0)] = argCosts;
  const [, yesPart, noPart] = expression.args as readonly [Expression, Expression, Expression];
  setMembers(state, expression, uniteEntries(entrySizeOf(state, yesPart), entrySizeOf(state, noPart)));
  return {
    cost: addRanges(condition, uniteRanges(yes, no)),
    resultSize: uniteRanges(sizeOrUnknown(state, yesPart), sizeOrUnknown(state, noPart)),
  };
}

function estimateJoin(state: EstimateState, call: EstimatedExpression, costOf: (size: Range) => Range): EstimatedCall {
  const [left, right] = call.parts as readonly [Expression, Expression];
  const resultSize = addRanges(sizeOrUnknown(state, left), sizeOrUnknown(state, right));
  setMembers(state, call.expression, uniteEntries(entrySizeOf(state, left), entrySizeOf(state, right)));
  return { ...withArgs(call, costOf(resultSize)), resultSize };
}

function setMembers(state: EstimateState, expression: Expression, entries: EntrySize | undefined): void {
  if (entries !== undefined) {
    state.entrySizes.set(expression.id, entries);
  }
}

function estimateComparison(state: EstimateState, call: EstimatedExpression): EstimatedCall {
  const smaller = Math.min(sizeAt(state, call, 0).max, sizeAt(state, call, 1).max);
  return withArgs(call, traverse({ min: smaller > 0 ? 1 : 0, max: smaller }));
}
