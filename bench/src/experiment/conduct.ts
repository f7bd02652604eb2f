import { appendLog, type ExperimentData, type FinishedRun, readLog } from "./experiment-log.ts";
import { estimateData, estimateRun } from "./plan/estimate.ts";
import type { PlannedRun } from "./plan/make-plan.ts";
import type { RunResult } from "./run-point.ts";

export interface ConductOptions {
  /** Holds the plan already. */
  readonly file: string;
  readonly now: () => number;
  readonly say: (line: string) => void;
  readonly run: (run: PlannedRun) => Promise<RunResult>;
}

/**
 * Does what is left of the plan: a run that is in the file, whatever became of it, is not done again. No run is begun
 * that would not end in time, by what earlier ones took.
 */
export async function conduct({ file, now, say, run }: ConductOptions): Promise<ExperimentData> {
  const data = readExisting(file);
  const done = new Set([...data.runs, ...data.failures].map(({ id }) => id));
  const left = data.plan.runs.filter(({ id }) => !done.has(id));
  const pace = createPace(data);
  say(`${data.plan.minutes} minutes are given, ${Math.round(pace.spent / 60)} of them spent before`);
  say(`${data.plan.runs.length} runs, ${done.size} of them done before; seed ${data.plan.seed}`);
  for (const [index, planned] of left.entries()) {
    const expected = pace.expect(planned);
    if (pace.spent + expected > data.plan.minutes * 60) {
      say(`left out, no time: ${planned.id}`);
      continue;
    }
    const { id, point, repeat } = planned;
    const minutesLeft = Math.round((data.plan.minutes * 60 - pace.spent) / 60);
    const place = `${done.size + index + 1}/${data.plan.runs.length}`;
    say(
      `[${place}, ${minutesLeft} min left, about ${Math.round(expected)} s, ${ending(left.slice(index), pace)}] ${id}`,
    );
    const startedMs = now();
    const startedAt = new Date(startedMs).toISOString();
    const seconds = () => Math.round((now() - startedMs) / 100) / 10;
    try {
      const result = await run(planned);
      const finished: FinishedRun = { id, point, repeat, startedAt, seconds: seconds(), ...result };
      appendLog(file, { run: finished });
    } catch (error) {
      say(`  failed: ${error}`);
      appendLog(file, { failed: { id, seconds: seconds(), reason: String(error) } });
    }
    pace.add(planned, seconds());
  }
  return readExisting(file);
}

/** When everything would be done, whatever time is given. */
function ending(left: readonly PlannedRun[], pace: Pace): string {
  const seconds = left.reduce((sum, run) => sum + pace.expect(run), 0);
  return `all done in ${Math.round(seconds / 60)} min`;
}

function readExisting(file: string): ExperimentData {
  const data = readLog(file);
  if (data === undefined) {
    throw new Error(`${file} has no plan`);
  }
  return data;
}

interface Pace {
  readonly spent: number;
  expect(run: PlannedRun): number;
  add(run: PlannedRun, seconds: number): void;
}

/** Learns how far off the estimates are on this machine. */
function createPace({ plan, runs, failures }: ExperimentData): Pace {
  const estimate = ({ point, repeat, isBrief }: PlannedRun) =>
    estimateRun(point, { lengths: plan.lengths, isBrief }) + (repeat > 1 ? 0 : estimateData(point));
  const planned = new Map(plan.runs.map((run) => [run.id, run]));
  let spent = 0;
  let estimated = 0;
  const add = (run: PlannedRun | undefined, seconds: number) => {
    spent += seconds;
    estimated += run === undefined ? seconds : estimate(run);
  };
  for (const { id, seconds } of [...runs, ...failures]) {
    add(planned.get(id), seconds);
  }
  return {
    get spent() {
      return spent;
    },
    expect: (run) => estimate(run) * (estimated === 0 ? 1 : spent / estimated),
    add,
  };
}
