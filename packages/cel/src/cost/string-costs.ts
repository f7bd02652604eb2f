import type { CelValue } from "../values/value.ts";
import { sizeOfValue } from "./size-of-value.ts";

/**
 * Traversing a string costs a tenth of its size. Matching costs a quarter of the pattern's size for each of those
 * units.
 */
const traversal = 0.1;
const pattern = 0.25;

type Args = readonly CelValue[];

function sizeAt(args: Args, index: number): number {
  return sizeOfValue(args[index] as CelValue);
}

/** Cost of traversing a string. */
export function textUnits(text: string): number {
  return text.length <= 1 / traversal ? Math.sign(text.length) : Math.ceil(sizeOfValue(text) * traversal);
}

export function traversalCost(args: Args): number {
  return Math.ceil(sizeAt(args, 0) * traversal);
}

/** Cost of comparing two strings: the length of the shorter. */
export function comparisonCost(args: Args): number {
  const [left, right] = args;
  // The code points of a long string need not be counted if the other string is shorter.
  if (typeof left === "string" && typeof right === "string" && Math.min(left.length, right.length) <= 1 / traversal) {
    return left === "" || right === "" ? 0 : 1;
  }
  return Math.ceil(Math.min(sizeAt(args, 0), sizeAt(args, 1)) * traversal);
}

export function joinCost(args: Args): number {
  return Math.ceil((sizeAt(args, 0) + sizeAt(args, 1)) * traversal);
}

export function searchCost(args: Args): number {
  return Math.ceil(sizeAt(args, 0) * traversal) * Math.ceil(sizeAt(args, 1) * traversal);
}

export function matchCost(args: Args): number {
  return Math.ceil((1 + sizeAt(args, 0)) * traversal) * patternUnits(args[1] as CelValue);
}

/** Cost of a pattern per unit of text. */
export function patternUnits(value: CelValue): number {
  return Math.ceil(sizeOfValue(value) * pattern);
}

/** Cost of a string per unit of pattern size. */
export function matchedUnits(text: string): number {
  return text.length < 1 / traversal ? 1 : Math.ceil((1 + sizeOfValue(text)) * traversal);
}

export function listCost(args: Args): number {
  return sizeAt(args, 1);
}
