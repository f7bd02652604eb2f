import type { ExperimentData, FinishedRun } from "../experiment-log.ts";
import { type SteadyFigures, steadyFigures } from "../figures.ts";
import type { Point, ServerName } from "../plan/point.ts";
import { FULL_SCALE, SHORT_SCALE } from "../plan/sweeps.ts";

export interface Verdict {
  readonly outcome: "holds" | "does not hold" | "not decided";
  /** The figures that decided, as a sentence. */
  readonly evidence: string;
}

/** A claim that was written down before the run, together with what would refute it. */
export interface Hypothesis {
  readonly id: string;
  readonly claim: string;
  readonly criterion: string;
  readonly judge: (view: View) => Verdict;
}

/** The runs against one server. */
export interface View {
  readonly server: ServerName;
  /** Runs whose points have these settings. */
  find(settings: Partial<Point>): FinishedRun[];
  /** The same at the centre of the sweeps, except for what is given. */
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

/** The settings of points that differ in the numbers of nodes and pods alone. */
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

/** Fewer runs of a point, or on a line, decide nothing. */
export const FEWEST_RUNS = 5;

export function tooFew(counts: Readonly<Record<string, number>>): Verdict | undefined {
  const few = Object.entries(counts).filter(([, count]) => count < FEWEST_RUNS);
  const list = few.map(([name, count]) => `${count} of ${name}`).join(", ");
  return few.length === 0
    ? undefined
    : { outcome: "not decided", evidence: `needs ${FEWEST_RUNS} runs each, and there are ${list}` };
}

/** By intervals: if they leave both answers open, so is the claim. */
export function decideByInterval(isSo: boolean, isNotSo: boolean, evidence: string): Verdict {
  return isSo || isNotSo
    ? decide(isSo, evidence)
    : { outcome: "not decided", evidence: `intervals overlap: ${evidence}` };
}
