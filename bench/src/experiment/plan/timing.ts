import type { Lengths } from "../phases/phase.ts";
import type { Point } from "./point.ts";

/** How long nodes are told to use what they have read, with the cache strategy. */
export const CACHE_SECONDS = 15;
/** A kubelet's. */
const SYNC_SECONDS = 60;
/** So that polls can be seen within a phase. */
const POLLING_SYNC_SECONDS = 8;
/** Less would not show every object's poll. */
const SHORTEST_POLLING_STEADY = 25;

/** Each pod is looked at again after this, and up to half of it more. */
export function syncSeconds({ strategy }: Pick<Point, "strategy">): number {
  return strategy === "watch" ? SYNC_SECONDS : POLLING_SYNC_SECONDS;
}

/** What the specification of the experiment asks for. */
export const UNSHORTENED: Lengths = { settle: 30, steady: 900, updates: 60, patience: 300 };

const BY_MINUTES: readonly (readonly [minutes: number, lengths: Lengths])[] = [
  [80, { settle: 4, steady: 30, updates: 12, patience: 90 }],
  [30, { settle: 3, steady: 12, updates: 6, patience: 60 }],
  [0, { settle: 1, steady: 6, updates: 4, patience: 40 }],
];

/** As long as the time allows. */
export function lengthsFor(minutes: number): Lengths {
  return BY_MINUTES.find(([atLeast]) => minutes >= atLeast)?.[1] ?? UNSHORTENED;
}

export function lengthsOf(lengths: Lengths, { strategy }: Pick<Point, "strategy">): Lengths {
  return strategy === "watch" ? lengths : { ...lengths, steady: Math.max(lengths.steady, SHORTEST_POLLING_STEADY) };
}
