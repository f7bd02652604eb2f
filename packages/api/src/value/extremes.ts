/** Minimum of any number of values; `Math.min(...values)` throws RangeError from about 100,000 values on. */
export function minOf(values: Iterable<number>, start: number = Number.POSITIVE_INFINITY): number {
  let least = start;
  for (const value of values) {
    least = Math.min(least, value);
  }
  return least;
}

/** Maximum of any number of values. */
export function maxOf(values: Iterable<number>, start: number = Number.NEGATIVE_INFINITY): number {
  let greatest = start;
  for (const value of values) {
    greatest = Math.max(greatest, value);
  }
  return greatest;
}
