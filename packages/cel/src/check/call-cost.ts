import type { CelType } from "../values/type.ts";
import type { CelValue } from "../values/value.ts";
import type { Range } from "./range.ts";

/**
 * The cost of one call that was made, from its arguments and its result, errors included. Nothing if it is what calls
 * usually cost.
 */
export type CallCost = (args: readonly CelValue[], result: CelValue) => number | undefined;

/** An argument of a call whose cost is to be estimated. */
export interface EstimatedArgument {
  readonly type: CelType;
  /** The value, if it is written as a literal. */
  readonly literal: CelValue | undefined;
  /** How large it may be: code points, bytes, elements or entries. Nothing if that is not known. */
  size(): Range | undefined;
  /** How large an element of it may be. */
  elementSize(): Range | undefined;
}

/** Cost of a call without its arguments, and the size of its result if known. */
export interface EstimatedCall {
  readonly cost: Range;
  readonly resultSize?: Range;
}

/** The target comes first. Nothing if it is what calls usually cost. */
export type CallEstimate = (args: readonly EstimatedArgument[]) => EstimatedCall | undefined;
