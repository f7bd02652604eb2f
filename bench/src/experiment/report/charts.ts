import type { Chart, Series } from "../chart/chart.ts";
import type { ExperimentData, FinishedRun } from "../experiment-log.ts";
import { steadyFigures } from "../figures.ts";
import { alongSizes, referencesOf } from "../hypotheses/cost-of-watches.ts";
import { IMMUTABLE, MUTABLE, type View, viewOf } from "../hypotheses/hypothesis.ts";
import type { ServerName } from "../plan/point.ts";
import { COLUMNS } from "../sampler.ts";

export interface NamedChart {
  /** File name without extension. */
  readonly name: string;
  readonly chart: Chart;
}

/** Charts for which the data suffices. */
export function makeCharts(data: ExperimentData, servers: readonly ServerName[]): NamedChart[] {
  const views = servers.map((server) => viewOf(data, server));
  const charts: NamedChart[] = [
    ...views.map((view) => ({ name: `watches-${view.server}`, chart: watchesOverTime(view) })),
    { name: "memory", chart: againstReferences(views, MEMORY) },
    { name: "start-up", chart: againstReferences(views, START_UP) },
    { name: "restart", chart: againstReferences(views, RESTART) },
  ];
  return charts.filter(({ chart }) => chart.series.length > 0);
}

/** Chart of the point at the center of the sweeps, first repetition, which has all phases. */
function watchesOverTime(view: View): Chart {
  const runs: [string, FinishedRun | undefined][] = [
    ["mutable", first(view.centre(MUTABLE))],
    ["immutable, (i)", first(view.centre({ ...IMMUTABLE, step: "i" }))],
    ["immutable, (ii)", first(view.centre(IMMUTABLE))],
  ];
  return {
    notes: phaseNotes(runs[0]?.[1]),
    title: `Open watches of Secrets and ConfigMaps: ${view.server}`,
    xLabel: "seconds since the server was ready",
    yLabel: "open watches, counted by the proxy",
    series: runs.flatMap(([label, run]) =>
      run === undefined ? [] : [{ label, points: watchPoints(run), line: "through" as const, isMarked: false }],
    ),
  };
}

/** Start times of the phases in the first series; those of other series are slightly different. */
function phaseNotes(run: FinishedRun | undefined): [number, string][] {
  const [seconds, phase] = [COLUMNS.indexOf("seconds"), COLUMNS.indexOf("phase")];
  return (run?.phases ?? []).flatMap((name, index): [number, string][] => {
    const begun = run?.rows.find((row) => row[phase] === index)?.[seconds];
    return index === 0 || begun === undefined || begun === null ? [] : [[begun, name]];
  });
}

function first(runs: readonly FinishedRun[]): FinishedRun | undefined {
  return [...runs].sort((a, b) => a.repeat - b.repeat)[0];
}

function watchPoints({ rows }: FinishedRun): [number, number][] {
  const [seconds, mutable, immutable] = (["seconds", "mutableWatches", "immutableWatches"] as const).map((column) =>
    COLUMNS.indexOf(column),
  ) as [number, number, number];
  return rows.map((row) => [row[seconds] ?? 0, (row[mutable] ?? 0) + (row[immutable] ?? 0)]);
}

interface Measure {
  readonly title: string;
  readonly yLabel: string;
  readonly line: Series["line"];
  readonly read: (run: FinishedRun) => number | undefined;
}

const MEMORY: Measure = {
  title: "Memory that a server holds for the agents",
  yLabel: "MiB after a collection, steady minus before",
  line: "fitted",
  read: (run) => steadyFigures(run)?.heldMiB,
};

const START_UP: Measure = {
  title: "All pods at once: when the last have their volumes",
  yLabel: "seconds, 99th percentile",
  line: "fitted",
  read: ({ figures }) => figures.startUpP99,
};

const RESTART: Measure = {
  title: "After a restart of the API server",
  yLabel: "requests until all watches are back",
  line: "fitted",
  read: ({ figures }) => figures.restartRequests,
};

function againstReferences(views: readonly View[], { title, yLabel, line, read }: Measure): Chart {
  return {
    title,
    xLabel: "references: nodes × objects on each",
    yLabel,
    series: views.flatMap((view) =>
      (["mutable", "immutable"] as const).flatMap((mode) => {
        const points = alongSizes(view, mode).flatMap((run) => {
          const value = read(run);
          return value === undefined ? [] : [[referencesOf(run), value] as const];
        });
        const label = `${view.server === "kiln" ? "Kiln" : "kube-apiserver"}, ${mode}`;
        return points.length === 0 ? [] : [{ label, points, line, isMarked: true }];
      }),
    ),
  };
}
