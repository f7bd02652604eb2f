import { utf8Length } from "@kiln/api";
import type { CallCost, CallEstimate, EstimatedArgument } from "../check/call-cost.ts";
import { exactly, type Range, scaleRange, unknownRange } from "../check/range.ts";
import { elementAt, findInMap, isList, isMap, keysOf, listSize } from "../values/containers.ts";
import type { CelValue } from "../values/value.ts";
import { plainSize } from "./size-of-value.ts";

/** Cost of traversing a string, per unit of size. */
export const traversalFactor = 0.1;
/** Cost of a pattern, per unit of its size and of the string. */
export const patternFactor = 0.25;

/** Actual and estimated cost of a function. */
export interface FunctionCosts {
  readonly cost: CallCost;
  readonly estimate: CallEstimate;
}

/** Costs of functions with a constant cost of 1. */
export const unitCosts: FunctionCosts = { cost: () => 1, estimate: () => ({ cost: exactly(1) }) };

/** Costs of functions that traverse their first argument once. */
export const traversalCosts: FunctionCosts = walking(1);

/** Costs of functions that traverse their first argument twice. */
export const doubleTraversalCosts: FunctionCosts = walking(2);

function walking(times: number): FunctionCosts {
  return {
    cost: (args) => Math.ceil(plainSize(args[0] as CelValue) * times * traversalFactor),
    estimate: ([text]) => ({ cost: scaleRange(sizeOrAny(text), times * traversalFactor) }),
  };
}

/** Costs of functions that traverse their first argument once and whose result is as large as it. */
export const sameSizeCosts: FunctionCosts = {
  cost: traversalCosts.cost,
  estimate: ([text]) => ({ cost: scaleRange(sizeOrAny(text), traversalFactor), resultSize: sizeOrAny(text) }),
};

/** Maximum size of an argument; unbounded if unknown. */
export function sizeOrAny(argument: EstimatedArgument | undefined): Range {
  return argument?.size() ?? unknownRange;
}

/**
 * Cost of traversing a value with all its members. Kubernetes: strings count by bytes, rounded down
 * (cel/library/cost.go traversalCost, v1.36).
 */
export function deepTraversalCost(value: CelValue): number {
  if (typeof value === "string") {
    return Math.floor(utf8Length(value) * traversalFactor);
  }
  if (value instanceof Uint8Array) {
    return Math.floor(value.length * traversalFactor);
  }
  if (isList(value)) {
    let cost = 0;
    for (let index = 0; index < listSize(value); index += 1) {
      cost += deepTraversalCost(elementAt(value, index));
    }
    return cost;
  }
  if (!isMap(value)) {
    return 1;
  }
  let cost = 0;
  for (const key of keysOf(value)) {
    cost += deepTraversalCost(key) + deepTraversalCost(findInMap(value, key) ?? null);
  }
  return cost;
}
