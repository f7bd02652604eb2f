import type { CelType } from "../values/type.ts";
import type { CelValue } from "../values/value.ts";
import type { Range } from "./range.ts";

/**
 * Actual cost of a call, from its arguments and its result, errors included. Returns undefined for the default cost.
 */
export type CallCost = (args: readonly CelValue[], result: CelValue) => number | undefined;

/** An argument of a call whose cost is to be estimated. */
export interface EstimatedArgument {
  readonly type: CelType;
  /** Value of the argument if it is a literal. */
  readonly literal: CelValue | undefined;
  /** Possible size: code points, bytes, elements or entries. Undefined if unknown. */
  size(): Range | undefined;
  /** Possible size of an element. */
  elementSize(): Range | undefined;
}

/** Cost of a call without its arguments, and the size of its result if known. */
export interface EstimatedCall {
  readonly cost: Range;
  readonly resultSize?: Range;
}

/**
 * Estimates the cost of a call; the first argument is the target of a member function. Returns undefined for the
 * default cost.
 */
export type CallEstimate = (args: readonly EstimatedArgument[]) => EstimatedCall | undefined;
