import type { Point } from "./point.ts";

/** TTL of cached objects on nodes, with the cache strategy. */
export const CACHE_SECONDS = 15;
/** Sync period of a kubelet. */
const SYNC_SECONDS = 60;
/** Shorter sync period, so that a phase contains polls. */
const POLLING_SYNC_SECONDS = 8;

/** Interval at which each Pod is synced, plus up to half of it. */
export function syncSeconds({ strategy }: Pick<Point, "strategy">): number {
  return strategy === "watch" ? SYNC_SECONDS : POLLING_SYNC_SECONDS;
}

const KUBELET_WATCH_SECONDS = [1800, 3600] as const;

/** Minimum and maximum duration of watches. */
export function watchSeconds(renewalFactor: number): [number, number] {
  const [from, to] = KUBELET_WATCH_SECONDS;
  return [from / renewalFactor, to / renewalFactor];
}
