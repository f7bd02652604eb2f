import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Plan } from "./plan/make-plan.ts";
import type { Point } from "./plan/point.ts";
import type { RunResult } from "./run-point.ts";
import { COLUMNS } from "./sampler.ts";

/** Machine and versions of the measurements. */
export interface Setting {
  readonly startedAt: string;
  readonly machine: string;
  readonly programs: Readonly<Record<string, string>>;
}

/** A later call that continued the experiment, perhaps with other versions of the programs. */
export interface Session {
  readonly startedAt: string;
  readonly programs: Setting["programs"];
  /** Minutes given from then on, those spent before included. */
  readonly minutes: number;
}

export interface FinishedRun extends RunResult {
  readonly id: string;
  readonly point: Point;
  readonly repeat: number;
  readonly startedAt: string;
  /** Seconds from creating the data to the end of the last process. */
  readonly seconds: number;
}

export interface FailedRun {
  readonly id: string;
  readonly seconds: number;
  readonly reason: string;
  /** Figures measured before the run failed. */
  readonly figures?: Readonly<Record<string, number>>;
  readonly last?: Readonly<Record<string, number | null>>;
}

/** Stored objects that were created for the runs of one or several points. */
export interface MadeData {
  readonly key: string;
  readonly seconds: number;
  /** Whether the data was created before the runs, beside other work, so that its time does not count. */
  readonly isPrepared?: boolean;
}

/** Measurements of one experiment. */
export interface ExperimentData {
  readonly setting: Setting;
  readonly sessions: readonly Session[];
  readonly plan: Plan;
  readonly runs: readonly FinishedRun[];
  readonly failures: readonly FailedRun[];
  readonly datasets: readonly MadeData[];
}

type Line =
  | { readonly setting: Setting; readonly plan: Plan; readonly columns: readonly string[] }
  | { readonly session: Session }
  | { readonly run: FinishedRun }
  | { readonly failed: FailedRun }
  | { readonly data: MadeData };

/** Creates a file with one line for the plan; each run adds a line, so that an interruption loses one run at most. */
export function beginLog(file: string, setting: Setting, plan: Plan): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ setting, plan, columns: COLUMNS } satisfies Line)}\n`);
}

export function appendLog(file: string, line: Exclude<Line, { readonly plan: Plan }>): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Removes the runs whose names start with `prefix`, so that they are measured again. Returns their number. */
export function forgetRuns(file: string, prefix: string): number {
  const lines = readFileSync(file, "utf8").split("\n");
  const isForgotten = (text: string) =>
    readLine(text).some(
      (line) =>
        ("run" in line && line.run.id.startsWith(prefix)) || ("failed" in line && line.failed.id.startsWith(prefix)),
    );
  const kept = lines.filter((text) => !isForgotten(text));
  writeFileSync(file, kept.join("\n"));
  return lines.length - kept.length;
}

/** Reads the file; undefined if it does not exist. An incomplete last line is ignored. */
export function readLog(file: string): ExperimentData | undefined {
  if (!existsSync(file)) {
    return undefined;
  }
  const lines = readFileSync(file, "utf8").split("\n").flatMap(readLine);
  const first = lines.find((line) => "plan" in line);
  if (first === undefined) {
    return undefined;
  }
  const sessions = lines.flatMap((line) => ("session" in line ? [line.session] : []));
  return {
    setting: first.setting,
    sessions,
    plan: { ...first.plan, minutes: sessions.at(-1)?.minutes ?? first.plan.minutes },
    runs: lines.flatMap((line) => ("run" in line ? [line.run] : [])),
    failures: lines.flatMap((line) => ("failed" in line ? [line.failed] : [])),
    datasets: lines.flatMap((line) => ("data" in line ? [line.data] : [])),
  };
}

function readLine(text: string): Line[] {
  try {
    return text === "" ? [] : [JSON.parse(text) as Line];
  } catch {
    return [];
  }
}
