import { median } from "../measure-ratio.ts";
import type { FinishedRun } from "./experiment-log.ts";
import { COLUMNS, type Column } from "./sampler.ts";

export type Sample = Readonly<Record<Column, number | null>>;

/** Samples of one phase, as objects with column names. */
function samplesOf(run: FinishedRun, phase: string): Sample[] {
  const index = run.phases.indexOf(phase);
  const place = COLUMNS.indexOf("phase");
  return run.rows
    .filter((row) => row[place] === index)
    .map((row) => Object.fromEntries(COLUMNS.map((column, at) => [column, row[at] ?? null])) as Sample);
}

/** Figures of the phase without changes. */
export interface SteadyFigures {
  readonly seconds: number;
  readonly requestsPerSecond: number;
  readonly bytesPerSecond: number;
  /** Processor time of the API server, and of its store if it has one, in percent of one core. */
  readonly cpuPercent: number;
  readonly storeCpuPercent: number;
  /** Open watches of mutable objects as counted by the proxy: the largest number of any second. */
  readonly mutableWatches: number;
  readonly immutableWatches: number;
  /** Open watches as counted by the server, without those that were open before the agents started. */
  readonly serverWatches: number;
  readonly serverMiB: number;
  /** Growth of the server's resident memory since before the agents started. */
  readonly grownMiB: number;
  /** Growth of the memory that the server holds after a forced garbage collection. */
  readonly heldMiB: number;
  readonly agentsMiB: number;
}

export function steadyFigures(run: FinishedRun): SteadyFigures | undefined {
  const samples = samplesOf(run, "steady");
  const [before] = samplesOf(run, "before");
  // The last sample queries the server's metrics, whose cost is left out.
  const quiet = samples.filter(({ serverWatches }) => serverWatches === null);
  const [first, last] = [quiet[0], quiet.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return undefined;
  }
  const seconds = value(last, "seconds") - value(first, "seconds");
  const rate = (column: Column) => (value(last, column) - value(first, column)) / seconds;
  const most = (column: Column) => Math.max(...samples.map((sample) => value(sample, column)));
  const asked = samples.find(({ serverWatches }) => serverWatches !== null);
  const serverMiB = median(quiet.map((sample) => value(sample, "serverMiB")));
  return {
    seconds,
    requestsPerSecond: rate("requests"),
    bytesPerSecond: rate("bytesDown"),
    cpuPercent: 100 * rate("serverCpu"),
    storeCpuPercent: 100 * rate("storeCpu"),
    mutableWatches: most("mutableWatches"),
    immutableWatches: most("immutableWatches"),
    serverWatches: value(asked, "serverWatches") - value(before, "serverWatches"),
    serverMiB,
    grownMiB: serverMiB - value(before, "serverMiB"),
    heldMiB: value(asked, "heldMiB") - value(before, "heldMiB"),
    agentsMiB: median(quiet.map((sample) => value(sample, "agentsMiB"))),
  };
}

/** Number of watches of immutable objects that were opened in any phase, however short. */
export function openedImmutableWatches(run: FinishedRun): number {
  const place = COLUMNS.indexOf("immutableOpened");
  return Math.max(0, ...run.rows.map((row) => row[place] ?? 0));
}

/** Largest memory of the server in any phase. */
export function peakServerMiB(run: FinishedRun): number {
  const place = COLUMNS.indexOf("serverMiB");
  return Math.max(0, ...run.rows.map((row) => row[place] ?? 0));
}

function value(sample: Sample | undefined, column: Column): number {
  return sample?.[column] ?? 0;
}
