import { countReferences, predict } from "../model.ts";
import type { RunForm } from "./forms.ts";
import type { Point } from "./point.ts";
import { CACHE_SECONDS, syncSeconds } from "./timing.ts";

/** Capacity of two cores per second, and the cost of a start, as measured. */
const PACE = {
  kiln: { creates: 1100, reads: 1000, watches: 900, herd: 1200, deletes: 1200, start: 1 },
  "kube-apiserver": { creates: 600, reads: 1000, watches: 900, herd: 370, deletes: 350, start: 3 },
} as const;

/** Seconds for creating the data, once for all runs that share it. */
export function estimateData(point: Point): number {
  const { creates, start } = PACE[point.server];
  return start + (countReferences(point).objects + countPods(point) + point.nodes) / creates;
}

function countPods({ nodes, podsPerNode }: Point): number {
  return nodes * podsPerNode;
}

/** Phases whose length does not depend on the point. */
const PHASE_SECONDS: Readonly<Record<string, number>> = { "pod starts": 4.5, updates: 2.5, recreate: 1.5 };
const PODS_PER_SECOND = 7000;
/** Seconds before the agents start, after the server was killed, and at the end. */
const FIXED_SECONDS = 2;
/** Rate at which nodes start: each opens its own connections. */
const NODES_PER_SECOND = 150;

/** Seconds that a run takes, given its data. */
export function estimateRun(point: Point, { phases, lengths }: RunForm): number {
  const { reads, watches, herd, deletes, start } = PACE[point.server];
  const model = predict(point, { syncPeriodSeconds: syncSeconds(point), cacheSeconds: CACHE_SECONDS });
  const pods = countPods(point);
  const isWatched = point.strategy === "watch" && (point.step === "i" || point.step === "off");
  const startUp =
    model.references / (isWatched ? watches : reads) +
    pods / PODS_PER_SECOND +
    point.nodes / NODES_PER_SECOND +
    lengths.settle;
  const perPhase: Readonly<Record<string, number>> = {
    ...PHASE_SECONDS,
    "start-up": startUp,
    steady: lengths.steady,
    updates: lengths.updates + (PHASE_SECONDS.updates ?? 0),
    restart: start + 2 + model.openWatches / herd,
    deletion: (pods + countReferences(point).objects) / deletes,
  };
  return phases.reduce((sum, name) => sum + (perPhase[name] ?? 0), start + FIXED_SECONDS);
}
