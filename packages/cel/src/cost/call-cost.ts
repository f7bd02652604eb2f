import type { CelType } from "../check/type.ts";
import type { CelValue } from "../values/value.ts";

/** The cost of one call that was made, from its arguments and its result, errors included. */
export type CallCost = (args: readonly CelValue[], result: CelValue) => number;

/** A range: what something costs, or how large it is, at least and at most. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** An argument of a call whose cost is to be estimated. */
export interface EstimatedArgument {
  readonly type: CelType;
  /** How large it may be: code points, bytes, elements or entries. Nothing is known of values that are computed. */
  size(): Range | undefined;
}

/** What a call may cost, and how large its result may be if that is known. */
export type CallEstimate = (args: readonly EstimatedArgument[]) => {
  readonly cost: Range;
  readonly resultSize?: Range;
};
