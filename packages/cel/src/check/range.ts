/** A range of cost or size: minimum and maximum. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Largest cost or size; larger ones are clamped. */
export const unlimited: number = 2 ** 64;

/** Range of an unknown cost or size. */
export const unknownRange: Range = { min: 0, max: unlimited };

export function exactly(value: number): Range {
  return { min: value, max: value };
}

export function addRanges(...ranges: readonly Range[]): Range {
  return sumRanges(ranges);
}

/** Sum of a list of ranges. Not variadic: too many arguments would overflow the stack. */
export function sumRanges(ranges: readonly Range[]): Range {
  return ranges.reduce((sum, range) => ({ min: cap(sum.min + range.min), max: cap(sum.max + range.max) }), exactly(0));
}

export function multiplyRanges(left: Range, right: Range): Range {
  return { min: cap(left.min * right.min), max: cap(left.max * right.max) };
}

/** Product of a range and a factor, rounded up. */
export function scaleRange(range: Range, factor: number): Range {
  return { min: cap(Math.ceil(range.min * factor)), max: cap(Math.ceil(range.max * factor)) };
}

/** Smallest range that contains both. */
export function uniteRanges(left: Range, right: Range): Range {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

function cap(value: number): number {
  return Math.min(value, unlimited);
}
