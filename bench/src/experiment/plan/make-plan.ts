import { estimateData, estimateRun } from "./estimate.ts";
import { FORMS, type FormName } from "./forms.ts";
import { datasetKey, type Point, pointKey, type ServerName } from "./point.ts";
import { seededRandom, shuffle } from "./seeded-random.ts";
import { FULL_SCALE, SHORT_SCALE, wishes } from "./sweeps.ts";

export interface PlannedRun {
  /** The point's name and the repeat's number. */
  readonly id: string;
  readonly point: Point;
  readonly repeat: number;
  readonly form: FormName;
}

/** All that is wished for, the most important first. What the time does not allow is left out when it comes to it. */
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

/** Runs of one turn come in random order, so that whatever changes with time is spread over all points. */
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

/** Seconds of each, in their order: the first with its data makes them. */
export function estimateRuns(runs: readonly Pick<PlannedRun, "point" | "form">[]): number[] {
  const made = new Set<string>();
  return runs.map(({ point, form }) => {
    const key = datasetKey(point);
    const data = made.has(key) ? 0 : estimateData(point);
    made.add(key);
    return data + estimateRun(point, FORMS[form]);
  });
}
