import { durationToMs, parseDuration, type StringMap } from "@kiln/api";

/** Annotations that configure the simulated behavior of a Pod, or of its template. */
export const SCRIPT_ANNOTATIONS = {
  outcome: "simulate.kiln/outcome",
  container: "simulate.kiln/container",
  exitCode: "simulate.kiln/exit-code",
  startAfter: "simulate.kiln/start-after",
  readyAfter: "simulate.kiln/ready-after",
  runFor: "simulate.kiln/run-for",
  stopAfter: "simulate.kiln/stop-after",
  reason: "simulate.kiln/reason",
  message: "simulate.kiln/message",
  logs: "simulate.kiln/logs",
  execOutput: "simulate.kiln/exec-output",
  execErrors: "simulate.kiln/exec-errors",
  execExitCode: "simulate.kiln/exec-exit-code",
} as const;

export const OUTCOMES = ["run", "succeed", "fail", "crash-loop", "restart", "stall", "never-ready"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Simulated behavior of a Pod's containers. Times are in milliseconds. */
export interface PodScript {
  readonly outcome: Outcome;
  /** Name of the container that gets the outcome; all main containers if empty. */
  readonly container: string;
  /** Absent: that of the command, see command-effect.ts. */
  readonly exitCode?: number;
  readonly startMs: number;
  /** Time until the container is ready. Absent: derived from the probes. */
  readonly readyMs?: number;
  /** Time that the container runs. Absent: that of the command, see command-effect.ts. */
  readonly runMs?: number;
  readonly stopMs: number;
  readonly reason: string;
  readonly message: string;
}

/** Unknown outcomes and durations count as absent: a typo must not keep a Pod from running. */
export function readScript(annotations: StringMap | null | undefined, isOfJob: boolean): PodScript {
  const text = (name: keyof typeof SCRIPT_ANNOTATIONS) => annotations?.[SCRIPT_ANNOTATIONS[name]];
  const asked = OUTCOMES.find((one) => one === text("outcome"));
  const outcome = asked ?? (isOfJob ? "succeed" : "run");
  const exitCode = Number.parseInt(text("exitCode") ?? "", 10);
  const readyMs = readDuration(text("readyAfter"));
  const runMs = readDuration(text("runFor"));
  return {
    outcome,
    container: text("container") ?? "",
    ...(Number.isNaN(exitCode) ? exitOf(asked) : { exitCode }),
    startMs: readDuration(text("startAfter")) ?? 0,
    ...(readyMs === undefined ? {} : { readyMs }),
    ...(runMs === undefined ? {} : { runMs }),
    stopMs: readDuration(text("stopAfter")) ?? 0,
    reason: text("reason") ?? "",
    message: text("message") ?? "",
  };
}

/** Whether an annotation keeps an object as it is: a Pod, claim, Service or Ingress that never becomes ready. */
export function isStalled({ annotations }: { readonly annotations?: StringMap | null }): boolean {
  return annotations?.[SCRIPT_ANNOTATIONS.outcome] === "stall";
}

/** Exit code of an outcome without an annotation for it. */
function exitOf(asked: Outcome | undefined): { readonly exitCode?: number } {
  return asked === undefined ? {} : { exitCode: asked === "succeed" ? 0 : 1 };
}

function readDuration(text: string | undefined): number | undefined {
  const { value } = text === undefined ? {} : parseDuration(text);
  return value === undefined || value < 0n ? undefined : durationToMs(value);
}
