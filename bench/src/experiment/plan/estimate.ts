import { predict } from "../model.ts";
import type { Lengths } from "../phases/phase.ts";
import { objectNames, type Point, podsOf } from "./point.ts";
import { CACHE_SECONDS, lengthsOf, syncSeconds } from "./timing.ts";

/** What two cores do in a second, and what a start costs: found by running it. */
const PACE = {
  kiln: { creates: 1200, requests: 800, deletes: 800, start: 5 },
  "kube-apiserver": { creates: 400, requests: 450, deletes: 150, start: 14 },
} as const;

/** Only once for all runs with the same data. */
export function estimateData(point: Point): number {
  const { creates, start } = PACE[point.server];
  return start / 2 + (objectNames(point).length * 2 + podsOf(point).length + point.nodes) / creates;
}

const POD_STARTS_SECONDS = 7;
const UPDATES_TAIL_SECONDS = 3;

/** Seconds that a run takes, given its data. */
export function estimateRun(point: Point, { lengths, isBrief }: { lengths: Lengths; isBrief: boolean }): number {
  const { requests, deletes, start } = PACE[point.server];
  const { settle, steady, updates } = lengthsOf(lengths, point);
  const model = predict(point, { syncPeriodSeconds: syncSeconds(point), cacheSeconds: CACHE_SECONDS });
  const startUp = (model.references + podsOf(point).length / 10) / requests;
  const herd = model.openWatches / requests;
  const brief = start * 1.5 + startUp + settle + steady + herd + 4;
  const deletion = (podsOf(point).length + objectNames(point).length * 2) / deletes;
  return isBrief ? brief : brief + POD_STARTS_SECONDS + updates + UPDATES_TAIL_SECONDS + deletion;
}
