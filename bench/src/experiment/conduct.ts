import { appendLog, type ExperimentData, type FinishedRun, readLog } from "./experiment-log.ts";
import { estimateData, estimateRun } from "./plan/estimate.ts";
import { FORMS } from "./plan/forms.ts";
import type { PlannedRun } from "./plan/make-plan.ts";
import { datasetKey, type Point } from "./plan/point.ts";
import { RunFailure, type RunResult } from "./run-point.ts";

export interface ConductOptions {
  /** File of the experiment, which contains the plan already. */
  readonly file: string;
  readonly now: () => number;
  readonly say: (line: string) => void;
  /** Duration of this call; runs that do not fit are left to the next call. */
  readonly sliceSeconds?: number;
  readonly hasData: (point: Point) => boolean;
  readonly makeData: (point: Point) => Promise<void>;
  readonly run: (run: PlannedRun) => Promise<RunResult>;
}

/**
 * Does the runs of the plan that are not in the file yet; failed runs are not repeated. No run is started that would
 * probably not end in time.
 */
export async function conduct(options: ConductOptions): Promise<ExperimentData> {
  const { file, now, say, run, sliceSeconds = Number.POSITIVE_INFINITY } = options;
  const data = readExisting(file);
  const done = new Set([...data.runs, ...data.failures].map(({ id }) => id));
  const left = data.plan.runs.filter(({ id }) => !done.has(id));
  const pace = createPace(data, options);
  const begunMs = now();
  say(`${data.plan.minutes} minutes are given, ${Math.round(pace.spent / 60)} of them spent before`);
  say(`${data.plan.runs.length} runs, ${done.size} of them done before; seed ${data.plan.seed}`);
  for (const [index, planned] of left.entries()) {
    const expected = pace.expect(planned);
    if (pace.spent + expected > data.plan.minutes * 60) {
      say(`left out, no time: ${planned.id}`);
      continue;
    }
    if ((now() - begunMs) / 1000 + expected > sliceSeconds) {
      say(`left to the next slice: ${planned.id}`);
      continue;
    }
    const { id, point, repeat } = planned;
    const minutesLeft = Math.round((data.plan.minutes * 60 - pace.spent) / 60);
    const place = `${done.size + index + 1}/${data.plan.runs.length}`;
    const ending = `all done in ${Math.round(pace.expectAll(left.slice(index)) / 60)} min`;
    say(`[${place}, ${minutesLeft} min left, about ${Math.round(expected)} s, ${ending}] ${id}`);
    pace.addData(await provideData(point, options));
    const startedMs = now();
    const startedAt = new Date(startedMs).toISOString();
    const seconds = () => Math.round((now() - startedMs) / 100) / 10;
    try {
      const result = await run(planned);
      const finished: FinishedRun = { id, point, repeat, startedAt, seconds: seconds(), ...result };
      appendLog(file, { run: finished });
    } catch (error) {
      say(`  failed: ${error}`);
      const found = error instanceof RunFailure ? { figures: error.figures, last: error.last } : {};
      appendLog(file, { failed: { id, seconds: seconds(), reason: String(error), ...found } });
    }
    pace.add(planned, seconds());
  }
  return readExisting(file);
}

/** Creates the data of a run. Returns the seconds that it took; 0 if the data existed. */
export async function provideData(
  point: Point,
  { file, now, hasData, makeData }: Pick<ConductOptions, "file" | "now" | "hasData" | "makeData">,
  { isPrepared }: { readonly isPrepared: boolean } = { isPrepared: false },
): Promise<number> {
  if (hasData(point)) {
    return 0;
  }
  const startedMs = now();
  await makeData(point);
  const seconds = Math.round((now() - startedMs) / 100) / 10;
  appendLog(file, { data: { key: datasetKey(point), seconds, ...(isPrepared ? { isPrepared } : {}) } });
  return seconds;
}

function readExisting(file: string): ExperimentData {
  const data = readLog(file);
  if (data === undefined) {
    throw new Error(`${file} has no plan`);
  }
  return data;
}

interface Pace {
  /** Seconds that all runs and their data took. */
  readonly spent: number;
  expect(run: PlannedRun): number;
  expectAll(runs: readonly PlannedRun[]): number;
  add(run: PlannedRun, seconds: number): void;
  addData(seconds: number): void;
}

/** Factor by which this machine is slower than estimated, learned from the runs so far. */
function createPace(
  { plan, runs, failures, datasets }: ExperimentData,
  { hasData }: Pick<ConductOptions, "hasData">,
): Pace {
  const estimate = ({ point, form }: PlannedRun) => estimateRun(point, FORMS[form]);
  const planned = new Map(plan.runs.map((run) => [run.id, run]));
  let spentOnData = datasets.reduce((sum, { seconds, isPrepared }) => (isPrepared ? sum : sum + seconds), 0);
  let spent = 0;
  let estimated = 0;
  const add = (run: PlannedRun | undefined, seconds: number) => {
    spent += seconds;
    estimated += run === undefined ? seconds : estimate(run);
  };
  for (const { id, seconds } of [...runs, ...failures]) {
    add(planned.get(id), seconds);
  }
  const expect = (run: PlannedRun) =>
    estimate(run) * (estimated === 0 ? 1 : spent / estimated) + (hasData(run.point) ? 0 : estimateData(run.point));
  return {
    get spent() {
      return spent + spentOnData;
    },
    expect,
    expectAll(left) {
      const isMade = new Set<string>();
      return left.reduce((sum, run) => {
        const key = datasetKey(run.point);
        const again = isMade.has(key) && !hasData(run.point) ? estimateData(run.point) : 0;
        isMade.add(key);
        return sum + expect(run) - again;
      }, 0);
    },
    add,
    addData: (seconds) => {
      spentOnData += seconds;
    },
  };
}
