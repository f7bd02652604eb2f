import type { Lengths } from "../phases/phase.ts";
import { estimateData, estimateRun } from "./estimate.ts";
import { datasetKey, type Point, pointKey, type ServerName } from "./point.ts";
import { seededRandom, shuffle } from "./seeded-random.ts";
import { FULL_SCALE, LAST_NEEDED_TURN, SHORT_SCALE, type Wish, wishes } from "./sweeps.ts";
import { LENGTHS, RENEWAL_FACTOR } from "./timing.ts";

export interface PlannedRun {
  /** The point's name and the repeat's number. */
  readonly id: string;
  readonly point: Point;
  readonly repeat: number;
  /** Without the phases that need no repeat. */
  readonly isBrief: boolean;
}

/** All that is wished for, the most important first. What the time does not allow is left out when it comes to it. */
export interface Plan {
  readonly seed: number;
  readonly minutes: number;
  readonly isShort: boolean;
  readonly lengths: Lengths;
  /** How much faster watches are renewed than a kubelet's; 1 if absent. */
  readonly renewalFactor?: number;
  readonly runs: readonly PlannedRun[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly isShort: boolean;
  readonly servers: readonly ServerName[];
}

/** Estimates are wrong, and what is left over is spent on what is less important. */
const NEEDED_SHARE = 0.85;

/**
 * Phases are as long as leaves time for everything that is needed. Runs of one turn come in random order,
 * so that whatever changes with time is spread over all points.
 */
export function makePlan({ seed, minutes, isShort, servers }: PlanOptions): Plan {
  const wished = wishes(isShort ? SHORT_SCALE : FULL_SCALE, servers);
  const needed = wished.filter(({ turn }) => turn <= LAST_NEEDED_TURN);
  const fits = (lengths: Lengths) => secondsOf(needed, lengths) <= minutes * 60 * NEEDED_SHARE;
  const lengths = LENGTHS.find(fits) ?? (LENGTHS.at(-1) as Lengths);
  const random = seededRandom(seed);
  const turns = [...new Set(wished.map(({ turn }) => turn))].sort((a, b) => a - b);
  const runs = turns.flatMap((turn) => {
    const ofTurn = wished.filter((wish) => wish.turn === turn);
    return shuffle(ofTurn, random).map(({ point, repeat, isBrief }) => ({
      id: `${pointKey(point)} #${repeat}`,
      ...{ point, repeat, isBrief },
    }));
  });
  return { seed, minutes, isShort, lengths, renewalFactor: RENEWAL_FACTOR, runs };
}

function secondsOf(needed: readonly Wish[], lengths: Lengths): number {
  const estimates = estimateRuns(needed, lengths);
  return estimates.reduce((sum, seconds) => sum + seconds, 0);
}

/** Seconds of each, in their order: the first with its data makes them. */
export function estimateRuns(runs: readonly Pick<PlannedRun, "point" | "isBrief">[], lengths: Lengths): number[] {
  const made = new Set<string>();
  return runs.map(({ point, isBrief }) => {
    const key = datasetKey(point);
    const data = made.has(key) ? 0 : estimateData(point);
    made.add(key);
    return data + estimateRun(point, { lengths, isBrief });
  });
}
