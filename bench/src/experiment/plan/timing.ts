import type { Lengths } from "../phases/phase.ts";
import type { Point } from "./point.ts";

/** TTL of cached objects on nodes, with the cache strategy. */
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

/**
 * Watches last 30 to 60 seconds here instead of minutes, so that renewals show within a phase: what they cost a second is
 * sixty times what it is in a cluster.
 */
export const RENEWAL_FACTOR = 60;
const KUBELET_WATCH_SECONDS = [1800, 3600] as const;

/** From and to. */
export function watchSeconds(renewalFactor: number): [number, number] {
  const [from, to] = KUBELET_WATCH_SECONDS;
  return [from / renewalFactor, to / renewalFactor];
}

/** Timing of the experiment's specification. */
export const UNSHORTENED: Lengths = { settle: 30, steady: 900, updates: 60, patience: 300 };

/** The longest that the time allows is taken. */
export const LENGTHS: readonly Lengths[] = [
  UNSHORTENED,
  { settle: 10, steady: 120, updates: 30, patience: 120 },
  { settle: 4, steady: 60, updates: 20, patience: 90 },
  { settle: 4, steady: 30, updates: 12, patience: 90 },
  { settle: 3, steady: 20, updates: 8, patience: 90 },
  { settle: 3, steady: 12, updates: 6, patience: 60 },
  { settle: 2, steady: 8, updates: 5, patience: 60 },
  { settle: 1, steady: 6, updates: 4, patience: 40 },
];

export function lengthsOf(lengths: Lengths, { strategy }: Pick<Point, "strategy">): Lengths {
  return strategy === "watch" ? lengths : { ...lengths, steady: Math.max(lengths.steady, SHORTEST_POLLING_STEADY) };
}
