import type { Point } from "./point.ts";

/** TTL of cached objects on nodes, with the cache strategy. */
export const CACHE_SECONDS = 15;
/** A kubelet's. */
const SYNC_SECONDS = 60;
/** So that polls can be seen within a phase. */
const POLLING_SYNC_SECONDS = 8;

/** Each pod is looked at again after this, and up to half of it more. */
export function syncSeconds({ strategy }: Pick<Point, "strategy">): number {
  return strategy === "watch" ? SYNC_SECONDS : POLLING_SYNC_SECONDS;
}

const KUBELET_WATCH_SECONDS = [1800, 3600] as const;

/** How long watches last, from and to. */
export function watchSeconds(renewalFactor: number): [number, number] {
  const [from, to] = KUBELET_WATCH_SECONDS;
  return [from / renewalFactor, to / renewalFactor];
}
