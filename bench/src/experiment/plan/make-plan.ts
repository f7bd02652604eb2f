import type { Lengths } from "../phases/phase.ts";
import { estimateData, estimateRun } from "./estimate.ts";
import { datasetKey, type Point, pointKey, type ServerName } from "./point.ts";
import { seededRandom, shuffle } from "./seeded-random.ts";
import { FULL_SCALE, SHORT_SCALE, wishes } from "./sweeps.ts";
import { lengthsFor } from "./timing.ts";

export interface PlannedRun {
  /** The point's name and the repeat's number. */
  readonly id: string;
  readonly point: Point;
  readonly repeat: number;
  /** Without the phases that need no repeat. */
  readonly isBrief: boolean;
}

export interface Plan {
  readonly seed: number;
  readonly minutes: number;
  readonly isShort: boolean;
  readonly lengths: Lengths;
  readonly runs: readonly PlannedRun[];
  /** Points that the time did not allow. */
  readonly leftOut: readonly string[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly isShort: boolean;
  readonly servers: readonly ServerName[];
}

/** Estimates are wrong; what they leave over is spent on nothing else. */
const MARGIN = 0.9;

/**
 * Takes wishes in the order of their importance for as long as there is time. Runs of one turn come in an order that
 * nobody chose, so that whatever changes with time is spread over all points.
 */
export function makePlan({ seed, minutes, isShort, servers }: PlanOptions): Plan {
  const lengths = lengthsFor(minutes);
  const wished = wishes(isShort ? SHORT_SCALE : FULL_SCALE, servers);
  const random = seededRandom(seed);
  const turns = [...new Set(wished.map(({ turn }) => turn))].sort((a, b) => a - b);
  const made = new Set<string>();
  let left = minutes * 60 * MARGIN;
  const runs = turns.flatMap((turn) => {
    const chosen: PlannedRun[] = [];
    for (const { point, repeat, isBrief } of wished.filter((wish) => wish.turn === turn)) {
      const data = made.has(datasetKey(point)) ? 0 : estimateData(point);
      const seconds = data + estimateRun(point, { lengths, isBrief });
      if (seconds <= left) {
        chosen.push({ id: `${pointKey(point)} #${repeat}`, point, repeat, isBrief });
        made.add(datasetKey(point));
        left -= seconds;
      }
    }
    return shuffle(chosen, random);
  });
  const chosen = new Set(runs.map(({ point }) => pointKey(point)));
  const leftOut = [...new Set(wished.map(({ point }) => pointKey(point)))].filter((key) => !chosen.has(key));
  return { seed, minutes, isShort, lengths, runs, leftOut };
}
