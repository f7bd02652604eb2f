import { countReferences, KINDS, predict } from "../model.ts";
import type { Lengths } from "../phases/phase.ts";
import type { Point } from "./point.ts";
import { CACHE_SECONDS, lengthsOf, syncSeconds } from "./timing.ts";

/** What two cores do in a second, and what a start costs: found by running it. */
const PACE = {
  kiln: { creates: 900, reads: 750, watches: 600, herd: 900, deletes: 1200, start: 3 },
  "kube-apiserver": { creates: 450, reads: 900, watches: 450, herd: 230, deletes: 350, start: 8 },
} as const;

/** Only once for all runs with the same data. */
export function estimateData(point: Point): number {
  const { creates, start } = PACE[point.server];
  return start / 2 + (countReferences(point).objects + countPods(point) + point.nodes) / creates;
}

function countPods({ nodes, podsPerNode }: Point): number {
  return nodes * podsPerNode;
}

const POD_STARTS_SECONDS = 6;
const UPDATES_TAIL_SECONDS = 3;
const RECREATE_SECONDS = 2;
/** All agents together, where objects are large. */
const PUBLISHED_BYTES_PER_SECOND = 50e6;
/** Before the agents come, after the server was killed, and until everything has ended. */
const FIXED_SECONDS = 7;

/** Seconds that a run takes, given its data. */
export function estimateRun(point: Point, { lengths, isBrief }: { lengths: Lengths; isBrief: boolean }): number {
  const { reads, watches, herd, deletes, start } = PACE[point.server];
  const { settle, steady, updates } = lengthsOf(lengths, point);
  const model = predict(point, { syncPeriodSeconds: syncSeconds(point), cacheSeconds: CACHE_SECONDS });
  const pods = countPods(point);
  const isWatched = point.strategy === "watch" && (point.step === "i" || point.step === "off");
  const published = model.references === 0 ? 0 : pods * KINDS * point.bytes;
  const startUp =
    model.references / (isWatched ? watches : reads) + pods / reads / 10 + published / PUBLISHED_BYTES_PER_SECOND;
  const brief = start * 1.5 + FIXED_SECONDS + startUp + settle + steady + model.openWatches / herd;
  if (isBrief || point.mode === "none") {
    return brief;
  }
  const changes = point.consumption === "env" ? 0 : POD_STARTS_SECONDS + updates + UPDATES_TAIL_SECONDS;
  const deletion = (pods + countReferences(point).objects) / deletes;
  return brief + changes + RECREATE_SECONDS + deletion;
}
