/** Budget of a benchmark. A ratio above `most`, or below `least`, is over budget. */
export interface Bound {
  readonly most?: number;
  readonly least?: number;
}

/** One piece of work, done many times. It must do the same amount of work each time it is called. */
export interface Work {
  readonly name: string;
  readonly run: () => void | Promise<void>;
  /** It awaits, but never for anything outside the process: the processor's time is what it costs. */
  readonly isCpuBound?: boolean;
}

/** Two pieces of work measured turn by turn in one run; the result is the time of `subject` over that of `baseline`. */
export interface Comparison {
  readonly subject: Work;
  readonly baseline: Work;
  readonly bound: Bound;
  readonly close?: () => void | Promise<void>;
}

/** A figure that a benchmark works out by itself: a rate, a percentile, a ratio of two runs. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bound?: Bound;
}

/** Prepared only when it is run; `open` throws {@link Unavailable} if a program is missing. */
export type Benchmark = Described &
  ({ readonly open: () => Comparison | Promise<Comparison> } | { readonly figures: () => Promise<readonly Figure[]> });

interface Described {
  readonly name: string;
  readonly about: string;
  /** Runs only by name. */
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
