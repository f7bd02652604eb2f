import { estimateData, estimateRun } from "./estimate.ts";
import { FORMS, type FormName } from "./forms.ts";
import { datasetKey, type Point, pointKey, type ServerName } from "./point.ts";
import { seededRandom, shuffle } from "./seeded-random.ts";
import { FULL_SCALE, SHORT_SCALE, wishes } from "./sweeps.ts";

export interface PlannedRun {
  /** Name of the point and number of the repetition. */
  readonly id: string;
  readonly point: Point;
  readonly repeat: number;
  readonly form: FormName;
}

/** All requested runs, the most important first. Runs for which no time is left are skipped. */
export interface Plan {
  readonly seed: number;
  readonly minutes: number;
  readonly isShort: boolean;
  readonly runs: readonly PlannedRun[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly isShort: boolean;
  readonly servers: readonly ServerName[];
}

/** Creates a plan. Runs of equal importance are in random order, so that changes over time affect all points alike. */
export function makePlan({ seed, minutes, isShort, servers }: PlanOptions): Plan {
  const wished = wishes(isShort ? SHORT_SCALE : FULL_SCALE, servers);
  const random = seededRandom(seed);
  const turns = [...new Set(wished.map(({ turn }) => turn))].sort((a, b) => a - b);
  const runs = turns.flatMap((turn) => {
    const ofTurn = wished.filter((wish) => wish.turn === turn);
    return shuffle(ofTurn, random).map(({ point, repeat, form }) => ({
      id: `${pointKey(point)} #${repeat}`,
      ...{ point, repeat, form },
    }));
  });
  return { seed, minutes, isShort, runs };
}

/** Seconds of each run, in order; the first run of a data set includes creating it. */
export function estimateRuns(runs: readonly Pick<PlannedRun, "point" | "form">[]): number[] {
  const made = new Set<string>();
  return runs.map(({ point, form }) => {
    const key = datasetKey(point);
    const data = made.has(key) ? 0 : estimateData(point);
    made.add(key);
    return data + estimateRun(point, FORMS[form]);
  });
}
