/** Budget of a benchmark. A ratio above `most`, or below `least`, is over budget. */
export interface Bound {
  readonly most?: number;
  readonly least?: number;
}

/** Work that is measured, called many times. Each call must do the same amount of it. */
export interface Work {
  readonly name: string;
  readonly run: () => void | Promise<void>;
  /** Whether the work waits for nothing outside the process: then its processor time is measured. */
  readonly isCpuBound?: boolean;
}

/**
 * Two kinds of work measured alternately in one run. The result is the time of `subject` divided by that of `baseline`.
 */
export interface Comparison {
  readonly subject: Work;
  readonly baseline: Work;
  readonly bound: Bound;
  readonly close?: () => void | Promise<void>;
}

/** A figure that a benchmark computes itself: a rate, a percentile, a ratio of two runs. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bound?: Bound;
}

/** A benchmark. It is prepared only when it is run; `open` throws {@link Unavailable} if a program is missing. */
export type Benchmark = Described &
  ({ readonly open: () => Comparison | Promise<Comparison> } | { readonly figures: () => Promise<readonly Figure[]> });

interface Described {
  readonly name: string;
  readonly about: string;
  /** Whether the benchmark runs only if it is named. */
  readonly isLong?: boolean;
}

/** Thrown by a benchmark whose peer or program is not on this machine; the runner prints it and continues. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

export function isWithin(value: number, bound: Bound | undefined): boolean {
  return value <= (bound?.most ?? Number.POSITIVE_INFINITY) && value >= (bound?.least ?? Number.NEGATIVE_INFINITY);
}

export function printBound(bound: Bound | undefined): string {
  const parts = [
    bound?.most === undefined ? "" : `at most ${bound.most}`,
    bound?.least === undefined ? "" : `at least ${bound.least}`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}
