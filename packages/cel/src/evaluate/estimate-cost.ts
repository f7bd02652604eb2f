import { addRanges, exactly, multiplyRanges, type Range, sumRanges, uniteRanges, unlimited } from "../check/range.ts";
import { estimateCall } from "../cost/estimate-call.ts";
import {
  copySizes,
  type EstimateState,
  entrySizeOf,
  localOf,
  pathOf,
  popLocal,
  pushLocal,
  type SizeOfPath,
  sizeOf,
  sizeOrUnknown,
  typeAt,
} from "../cost/estimate-state.ts";
import type { Comprehension, Expression, ListLiteral, MapLiteral, Select } from "../parse/expression.ts";
import type { Program } from "./program.ts";

export interface EstimateOptions {
  /** Largest sizes of the data by path; unlimited where undefined. */
  readonly sizeOfPath?: SizeOfPath;
}

/** Minimum and maximum cost of a run, for any data. */
export function estimateCost(program: Program, options: EstimateOptions = {}): Range {
  const state: EstimateState = {
    checked: program.checked,
    functions: program.functions,
    sizeOfPath: options.sizeOfPath ?? (() => undefined),
    paths: new Map(),
    sizes: new Map(),
    entrySizes: new Map(),
    locals: new Map(),
    estimate: (part) => estimate(state, part),
  };
  return estimate(state, program.checked.expression);
}

const nothing = exactly(0);
const step = exactly(1);
const listCost = exactly(10);
const mapCost = exactly(30);
const structCost = exactly(40);

function estimate(state: EstimateState, expression: Expression): Range {
  switch (expression.kind) {
    case "identifier":
      return estimateIdentifier(state, expression, expression.name);
    case "select":
      return estimateSelect(state, expression);
    case "call":
      return estimateCall(state, expression);
    case "list":
      return estimateList(state, expression);
    case "map":
      return estimateMap(state, expression);
    case "struct":
      return sumRanges([...expression.fields.map((field) => state.estimate(field.value)), structCost]);
    case "comprehension":
      return isBinding(expression) ? estimateBinding(state, expression) : estimateComprehension(state, expression);
    default:
      return nothing;
  }
}

function estimateIdentifier(state: EstimateState, expression: Expression, name: string): Range {
  state.paths.set(expression.id, localOf(state, expression)?.path ?? [name]);
  return step;
}

// Kubernetes: has() costs only its operand (checker/cost.go costSelect, v1.36).
function estimateSelect(state: EstimateState, expression: Select): Range {
  const reference = state.checked.references.get(expression.id);
  if (reference?.kind === "variable") {
    return estimateIdentifier(state, expression, reference.variable.name);
  }
  const operand = state.estimate(expression.operand);
  if (expression.isTest) {
    return operand;
  }
  state.paths.set(expression.id, [...pathOf(state, expression.operand), expression.field]);
  const { kind } = typeAt(state, expression.operand);
  return kind === "map" || kind === "struct" || kind === "parameter" ? addRanges(operand, step) : operand;
}

const noElements: Range = { min: unlimited, max: 0 };

function estimateList(state: EstimateState, expression: ListLiteral): Range {
  const costs = expression.elements.map((element) => state.estimate(element));
  const sizes = expression.elements.map((element) => sizeOrUnknown(state, element));
  const value = sizes.length === 0 ? nothing : sizes.reduce(uniteRanges, noElements);
  state.entrySizes.set(expression.id, { container: "list", key: step, value });
  return sumRanges([...costs, listCost]);
}

function estimateMap(state: EstimateState, expression: MapLiteral): Range {
  let cost = mapCost;
  let key = expression.entries.length === 0 ? nothing : noElements;
  let value = key;
  for (const entry of expression.entries) {
    cost = addRanges(cost, state.estimate(entry.key), state.estimate(entry.value));
    key = uniteRanges(key, sizeOrUnknown(state, entry.key));
    value = uniteRanges(value, sizeOrUnknown(state, entry.value));
  }
  state.entrySizes.set(expression.id, { container: "map", key, value });
  return cost;
}

function isBinding({ range, condition }: Comprehension): boolean {
  const isEmpty = range.kind === "list" && range.elements.length === 0;
  return isEmpty && condition.kind === "literal" && condition.value === false;
}

function pushValue(state: EstimateState, name: string, value: Expression): void {
  pushLocal(state, name, {
    path: pathOf(state, value),
    size: sizeOf(state, value),
    entries: entrySizeOf(state, value),
  });
}

function estimateBinding(state: EstimateState, expression: Comprehension): Range {
  const range = state.estimate(expression.range);
  const initial = state.estimate(expression.initial);
  pushValue(state, expression.accumulator, expression.initial);
  const result = state.estimate(expression.result);
  popLocal(state, expression.accumulator);
  copySizes(state, expression, expression.result);
  return addRanges(range, initial, result);
}

function estimateComprehension(state: EstimateState, expression: Comprehension): Range {
  const range = state.estimate(expression.range);
  const initial = state.estimate(expression.initial);
  pushValue(state, expression.accumulator, expression.initial);
  pushVariables(state, expression);
  const condition = state.estimate(expression.condition);
  const loop = state.estimate(expression.step);
  popLocal(state, expression.variable);
  if (expression.secondVariable !== undefined) {
    popLocal(state, expression.secondVariable);
  }
  const result = state.estimate(expression.result);
  popLocal(state, expression.accumulator);
  const count = sizeOrUnknown(state, expression.range);
  setResultSize(state, expression, count);
  return addRanges(range, initial, result, multiplyRanges(count, addRanges(loop, condition)));
}

function pushVariables(state: EstimateState, expression: Comprehension): void {
  const { range, variable, secondVariable } = expression;
  const entries = entrySizeOf(state, range);
  const isList = (entries?.container ?? typeAt(state, range).kind) === "list";
  const keys = {
    path: [...pathOf(state, range), isList ? "@indices" : "@keys"],
    size: entries?.key,
    entries: undefined,
  };
  const values = {
    path: [...pathOf(state, range), isList ? "@items" : "@values"],
    size: entries?.value,
    entries: undefined,
  };
  if (secondVariable === undefined) {
    pushLocal(state, variable, isList ? values : keys);
  } else {
    pushLocal(state, variable, keys);
    pushLocal(state, secondVariable, values);
  }
}

function setResultSize(state: EstimateState, expression: Comprehension, count: Range): void {
  const { initial } = expression;
  if (initial.kind === "literal") {
    const size = sizeOf(state, initial);
    if (size !== undefined) {
      state.sizes.set(expression.id, size);
    }
  } else if (initial.kind === "list" || initial.kind === "map") {
    state.sizes.set(expression.id, count);
    const entries = entrySizeOf(state, expression.step);
    if (entries !== undefined) {
      state.entrySizes.set(expression.id, entries);
    }
  }
}
