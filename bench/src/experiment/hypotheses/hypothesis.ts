import type { ExperimentData, FinishedRun } from "../experiment-log.ts";
import { type SteadyFigures, steadyFigures } from "../figures.ts";
import type { Point, ServerName } from "../plan/point.ts";
import { FULL_SCALE, SHORT_SCALE } from "../plan/sweeps.ts";

export interface Verdict {
  readonly outcome: "holds" | "does not hold" | "not decided";
  /** Figures that decided the hypothesis, as a sentence. */
  readonly evidence: string;
}

/** A claim written down before the runs, together with the results that would refute it. */
export interface Hypothesis {
  readonly id: string;
  readonly claim: string;
  readonly criterion: string;
  readonly judge: (view: View) => Verdict;
}

/** Access to the runs of one server. */
export interface View {
  readonly server: ServerName;
  /** Runs whose points have these settings. */
  find(settings: Partial<Point>): FinishedRun[];
  /** Runs at the center of the sweeps, except for these settings. */
  centre(settings: Partial<Point>): FinishedRun[];
}

export function viewOf({ runs, plan }: ExperimentData, server: ServerName): View {
  const find: View["find"] = (settings) => {
    const wanted = Object.entries({ ...settings, server });
    return runs.filter(({ point }) => wanted.every(([key, value]) => point[key as keyof Point] === value));
  };
  const { centre } = plan.isShort ? SHORT_SCALE : FULL_SCALE;
  const common = { ...centre, sharing: "own", bytes: 1024, strategy: "watch", consumption: "volume" } as const;
  return { server, find, centre: (settings) => find({ ...common, ...settings }) };
}

/** Settings of the points that differ only in the number of nodes and Pods. */
export const ALONG_SIZES = { sharing: "own", bytes: 1024, strategy: "watch", consumption: "volume" } as const;

export const MUTABLE = { mode: "mutable", step: "i" } as const;
export const IMMUTABLE = { mode: "immutable", step: "ii" } as const;

export function steadyOf(runs: readonly FinishedRun[], figure: keyof SteadyFigures): number[] {
  return runs.flatMap((run) => {
    const figures = steadyFigures(run);
    return figures === undefined ? [] : [figures[figure]];
  });
}

export function figuresOf(runs: readonly FinishedRun[], name: string): number[] {
  return runs.flatMap(({ figures }) => {
    const value = figures[name];
    return value === undefined || value === null || Number.isNaN(value) ? [] : [value];
  });
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function decide(isSo: boolean, evidence: string): Verdict {
  return { outcome: isSo ? "holds" : "does not hold", evidence };
}

export function undecided(missing: string): Verdict {
  return { outcome: "not decided", evidence: `there are no runs of ${missing}` };
}

/** Minimum number of runs of a point, or on a line, for a decision. */
export const FEWEST_RUNS = 5;

export function tooFew(counts: Readonly<Record<string, number>>): Verdict | undefined {
  const few = Object.entries(counts).filter(([, count]) => count < FEWEST_RUNS);
  const list = few.map(([name, count]) => `${count} of ${name}`).join(", ");
  return few.length === 0
    ? undefined
    : { outcome: "not decided", evidence: `needs ${FEWEST_RUNS} runs each, and there are ${list}` };
}

/** Verdict by intervals: undecided if they contain both outcomes. */
export function decideByInterval(isSo: boolean, isNotSo: boolean, evidence: string): Verdict {
  return isSo || isNotSo
    ? decide(isSo, evidence)
    : { outcome: "not decided", evidence: `intervals overlap: ${evidence}` };
}
