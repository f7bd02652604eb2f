import type { ExperimentData, FinishedRun } from "../experiment-log.ts";
import { peakServerMiB } from "../figures.ts";
import { figuresOf, steadyOf } from "../hypotheses/hypothesis.ts";
import { type Point, pointKey } from "../plan/point.ts";
import { meanInterval } from "../statistics.ts";
import { printInterval, printNumber } from "./print-number.ts";
import { table } from "./table.ts";

/** Runs grouped by point, in the order of the factors. */
export function byPoint({ runs }: ExperimentData): FinishedRun[][] {
  const groups = new Map<string, FinishedRun[]>();
  for (const run of runs) {
    const key = pointKey(run.point);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  const order = ({ server, strategy, sharing, bytes, consumption, podsPerNode, nodes, mode, step }: Point) =>
    [server, strategy, sharing, consumption, pad(bytes), pad(podsPerNode), pad(nodes), mode, step].join(" ");
  return [...groups.values()].sort((a, b) => (order(pointOf(a)) < order(pointOf(b)) ? -1 : 1));
}

export function pointOf(runs: readonly FinishedRun[]): Point {
  return (runs[0] as FinishedRun).point;
}

function pad(number: number): string {
  return String(number).padStart(9, "0");
}

/** Settings of a point in words, without the default ones. */
export function describePoint(point: Point): string {
  const { mode, step, sharing, bytes, strategy, consumption } = point;
  return [
    mode === "none" ? "no mounts" : `${mode}, (${step})`,
    ...(strategy === "watch" ? [] : [`strategy ${strategy}`]),
    ...(sharing === "own" ? [] : [sharing === "cluster" ? "one object for all" : "shared by ten"]),
    ...(bytes === 1024 ? [] : [`${Math.round(bytes / 1024)} KiB`]),
    ...(consumption === "volume" ? [] : ["environment only"]),
  ].join(", ");
}

function printMean(values: readonly number[]): string {
  const interval = meanInterval(values);
  const isOne = values.length < 2 || printNumber(interval.low) === printNumber(interval.high);
  return isOne ? printNumber(interval.mean) : printInterval(interval);
}

export function pointsSection(data: ExperimentData): string {
  const rows = byPoint(data).map((runs) => {
    const point = pointOf(runs);
    const steady = (figure: Parameters<typeof steadyOf>[1]) => printMean(steadyOf(runs, figure));
    const figure = (name: string) => printMean(figuresOf(runs, name));
    return [
      point.server,
      `${point.nodes} × ${point.podsPerNode}`,
      describePoint(point),
      String(runs.length),
      steady("serverWatches"),
      steady("requestsPerSecond"),
      steady("cpuPercent"),
      steady("heldMiB"),
      steady("grownMiB"),
      printMean(runs.map(peakServerMiB)),
      figure("startUpP99"),
      printMean(runs.map(({ figures }) => (figures.startUpMissing ?? 0) + (figures.restartMissing ?? 0))),
      figure("startUpServerCpu"),
      figure("startUpAgentsCpu"),
      figure("updateDelayP99"),
      figure("restartRequests"),
      figure("restartSeconds"),
      figure("deletionSeconds"),
    ];
  });
  const head = [
    "server",
    "nodes × pods",
    "objects",
    "runs",
    "open watches",
    "requests/s",
    "CPU, % of a core",
    "MiB held",
    "MiB grown",
    "MiB at most",
    "start-up p99, s",
    "pods or watches missing",
    "its CPU: server, s",
    "agents, s",
    "update p99, s",
    "requests after restart",
    "s until back",
    "s to delete",
  ];
  return [
    "## Every point",
    "The mean of the runs, and its 95 % interval in brackets where they differ. Open watches (by the server's own count), " +
      "requests and processor time are those at rest; memory is the API server's: what it holds after a collection of " +
      "garbage and what is resident, both as grown since before the agents came, and the most that was resident at any " +
      "time. Processor time of the start-up is given apart for the server and for all agents together, which " +
      "share two cores here and would not elsewhere.",
    table(head, rows),
  ].join("\n\n");
}
