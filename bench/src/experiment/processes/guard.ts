import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

export interface Guarded {
  readonly pid?: number;
  readonly isEnded?: boolean;
  readonly folder?: string;
}

/** Path of the built program, which tests that run from source use too. */
const PROGRAM = join(import.meta.dirname, "..", "..", "..", "dist", "experiment", "processes", "guard-process.js");

let guard: ChildProcess | undefined;

function tell(guarded: Guarded): void {
  if (guard === undefined) {
    guard = fork(PROGRAM, { stdio: ["ignore", "ignore", "ignore", "ipc"], execArgv: [] });
    guard.unref();
    guard.channel?.unref();
  }
  guard.send(guarded);
}

/**
 * Ends the program when this process ends, however that happens: a server that outlives a killed experiment would take
 * processor time from the next one.
 */
export function endWithParent(child: ChildProcess): ChildProcess {
  const { pid } = child;
  if (pid !== undefined) {
    tell({ pid });
    child.once("exit", () => tell({ pid, isEnded: true }));
  }
  return child;
}

/** Removes the folder when this process has ended, however that happens. */
export function removeWithParent(folder: string): void {
  tell({ folder });
}
