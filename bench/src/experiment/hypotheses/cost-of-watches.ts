import type { FinishedRun } from "../experiment-log.ts";
import { steadyFigures } from "../figures.ts";
import { fitPlane, type Plane } from "../fit-plane.ts";
import { predict } from "../model.ts";
import { CACHE_SECONDS, syncSeconds } from "../plan/timing.ts";
import { printInterval, printNumber } from "../report/print-number.ts";
import { fitLine, type Interval, type Line, meanInterval, summarize } from "../statistics.ts";
import {
  ALONG_SIZES,
  decide,
  decideByInterval,
  figuresOf,
  type Hypothesis,
  IMMUTABLE,
  MUTABLE,
  steadyOf,
  sum,
  tooFew,
  undecided,
  type View,
} from "./hypothesis.ts";

/** Growth of resident memory, garbage included, or of memory held after a collection. */
type MemoryFigure = "grownMiB" | "heldMiB";

/** Fits the growth of memory in bytes to the number of nodes and of references to objects. */
export function memoryPlane(view: View, mode: "mutable" | "immutable", figure: MemoryFigure = "heldMiB"): Plane {
  return fitPlane(
    alongSizes(view, mode).flatMap((run) => {
      const figures = steadyFigures(run);
      const { nodes } = run.point;
      return figures === undefined ? [] : [{ nodes, references: referencesOf(run), value: figures[figure] * 2 ** 20 }];
    }),
  );
}

/**
 * Runs of the sweep over sizes: with mutable objects and a kubelet's settings, or with immutable objects that are never
 * watched.
 */
export function alongSizes(view: View, mode: "mutable" | "immutable"): FinishedRun[] {
  const steps = mode === "mutable" ? ["i"] : ["ii", "iii"];
  return view.find({ ...ALONG_SIZES, mode }).filter(({ point }) => steps.includes(point.step));
}

export function referencesOf({ point }: FinishedRun): number {
  return predict(point, { syncPeriodSeconds: syncSeconds(point), cacheSeconds: CACHE_SECONDS }).references;
}

const SLOPES =
  "from before the agents to the end of the steady phase, as a plane over the number of nodes and the number of references " +
  "(nodes times objects on each): what a reference adds in the mutable runs is above 0 with its 95 % interval, and in the " +
  "immutable runs it is at most a quarter of that.";

/** Minimum number of sizes for fitting a plane. */
const FEWEST_SIZES = 3;

function judgeSlopes(view: View, figure: MemoryFigure) {
  const [mutable, immutable] = [memoryPlane(view, "mutable", figure), memoryPlane(view, "immutable", figure)];
  const few = tooFew({
    "mutable objects of all sizes": mutable.count,
    "immutable objects of all sizes": immutable.count,
  });
  if (few !== undefined || Number.isNaN(mutable.perReference) || Number.isNaN(immutable.perReference)) {
    return few ?? undecided(`${FEWEST_SIZES} sizes in which nodes and references do not grow together`);
  }
  const print = (plane: Plane) =>
    `${printNumber(plane.perReference)} ± ${printNumber(plane.perReferencePlusMinus)} bytes a reference and ` +
    `${printNumber(plane.perNode / 1024)} KiB a node (R² ${plane.rSquared.toFixed(2)}, ${plane.count} runs)`;
  return decide(
    mutable.perReference > mutable.perReferencePlusMinus && immutable.perReference <= mutable.perReference / 4,
    `mutable ${print(mutable)}, immutable ${print(immutable)}`,
  );
}

export const memory: Hypothesis = {
  id: "H3",
  claim: "A server's memory grows with the watches of mutable objects, and not with immutable ones.",
  criterion: `Growth of the server's resident memory, ${SLOPES}`,
  judge: (view) => judgeSlopes(view, "grownMiB"),
};

/**
 * Added after trial runs, which showed that resident memory depends more on the garbage of the start than on live
 * objects.
 */
export const heldMemory: Hypothesis = {
  id: "H3b",
  claim: "The same, of what a server holds when its garbage is gone.",
  criterion: `Growth of the memory that the server holds after a forced collection of garbage, ${SLOPES}`,
  judge: (view) => judgeSlopes(view, "heldMiB"),
};

/** Factor by which mutable objects must cost a server more processor time. */
const CPU_FACTOR = 1.5;

export const processor: Hypothesis = {
  id: "H4",
  claim: "At rest a server works less for immutable objects than for mutable ones.",
  criterion:
    `Processor time at rest with mutable objects is at least ${CPU_FACTOR} times that with immutable ones, by the ends of ` +
    "the 95 % intervals of both means.",
  judge(view) {
    const [mutable, immutable, none] = [
      view.centre(MUTABLE),
      view.centre(IMMUTABLE),
      view.centre({ mode: "none" }),
    ].map((runs) => meanInterval(steadyOf(runs, "cpuPercent"))) as [Interval, Interval, Interval];
    const few = tooFew({ "mutable objects": mutable.count, "immutable objects": immutable.count });
    return (
      few ??
      decideByInterval(
        mutable.low >= CPU_FACTOR * immutable.high && mutable.low > 0,
        mutable.high < CPU_FACTOR * immutable.low,
        `${printInterval(mutable)} % of a core against ${printInterval(immutable)} % (without mounts: ${printInterval(none)} %)`,
      )
    );
  },
};

/** Ratio below which a difference counts as noise. */
const START_TOLERANCE = 1.1;

export const start: Hypothesis = {
  id: "H5",
  claim: "Pods do not start later because their objects are read before they are watched.",
  criterion:
    `The 99th percentile of start-up with immutable objects and (ii) is at most ${START_TOLERANCE} times that with mutable ` +
    "ones, by the ends of the 95 % intervals of both means. Pods that never started count as if they had at the end of the " +
    "time that was waited.",
  judge(view) {
    const of = (mode: typeof MUTABLE | typeof IMMUTABLE, name: string) =>
      meanInterval(figuresOf(view.centre(mode), name));
    const [mutable, immutable] = [of(MUTABLE, "startUpP99"), of(IMMUTABLE, "startUpP99")];
    const missing = (mode: typeof MUTABLE | typeof IMMUTABLE) => sum(figuresOf(view.centre(mode), "startUpMissing"));
    const against = (name: string) =>
      `${printInterval(of(IMMUTABLE, name))} against ${printInterval(of(MUTABLE, name))} s`;
    const few = tooFew({ "mutable objects": mutable.count, "immutable objects": immutable.count });
    return (
      few ??
      decideByInterval(
        immutable.high <= START_TOLERANCE * mutable.low && missing(IMMUTABLE) === 0,
        immutable.low > START_TOLERANCE * mutable.high,
        `${against("startUpP99")}, all pods at once; pods that never started: ${missing(IMMUTABLE)} against ` +
          `${missing(MUTABLE)}; processor time of the server meanwhile ${against("startUpServerCpu")}, of the agents ` +
          against("startUpAgentsCpu"),
      )
    );
  },
};

/**
 * Runs in which every watch was reopened after the restart; in others the reopened watches were not counted to the end.
 */
function wholeHerds(runs: readonly FinishedRun[]): FinishedRun[] {
  return runs.filter(({ figures }) => figures.restartWatches !== undefined && !(Number(figures.restartMissing) > 0));
}

/** Number of open watches before the restart: of objects, and of each node's Pods. */
export function openWatchesOf({ figures }: FinishedRun): number {
  return (figures.restartWatches ?? 0) + (figures.restartPodWatches ?? 0);
}

export function herdPerWatch(view: View): Line {
  const runs = wholeHerds(alongSizes(view, "mutable"));
  return fitLine(runs.map((run) => [openWatchesOf(run), run.figures.restartRequests ?? 0] as const));
}

export const herd: Hypothesis = {
  id: "H6",
  claim: "After a restart of the API server, as many requests come at once as watches were open.",
  criterion:
    "Answered requests from the kill until all watches are open again, as a line over the watches that were open, those " +
    "of pods among them: R² is at least 0.9 and the slope is above 0; with immutable objects there are at most a tenth as " +
    "many as with mutable ones.",
  judge(view) {
    const line = herdPerWatch(view);
    const all = alongSizes(view, "mutable").filter(({ figures }) => figures.restartWatches !== undefined);
    const lost = all.length - wholeHerds(all).length;
    const [mutable, immutable] = [view.centre(MUTABLE), view.centre(IMMUTABLE)].map(
      (runs) => summarize(figuresOf(wholeHerds(runs), "restartRequests")).median,
    ) as [number, number];
    const sizes = new Set(wholeHerds(all).map(referencesOf)).size;
    const few = tooFew({ "mutable objects of all sizes": line.count });
    if (few !== undefined || sizes < FEWEST_SIZES || Number.isNaN(immutable)) {
      return few ?? undecided(`${FEWEST_SIZES} sizes`);
    }
    return decide(
      line.rSquared >= 0.9 && line.slope > 0 && immutable <= mutable / 10,
      `${printNumber(line.slope)} ± ${printNumber(line.slopePlusMinus)} requests a watch (R² ${line.rSquared.toFixed(2)}, ` +
        `${line.count} runs, ${lost} left out because watches did not come back in time); ` +
        `at the centre ${printNumber(mutable)} requests with mutable objects, ${printNumber(immutable)} with immutable ones`,
    );
  },
};
