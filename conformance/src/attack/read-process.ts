import { readFileSync } from "node:fs";

/** Times of one thread since its start. */
export interface ThreadTimes {
  /** Time running on a processor. */
  readonly runMs: number;
  /** Time ready to run while other threads had the processors. */
  readonly queuedMs: number;
}

/** Times of a process's main thread; "self" is this process. */
export function readMainThread(pid: number | "self"): ThreadTimes {
  const id = pid === "self" ? process.pid : pid;
  const [runNs = 0, queuedNs = 0] = readFileSync(`/proc/${id}/task/${id}/schedstat`, "utf8").split(" ").map(Number);
  return { runMs: runNs / 1e6, queuedMs: queuedNs / 1e6 };
}

const TICK_MS = 10;

/** Processor time of all threads, in the system and outside of it. */
export function readProcessorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
