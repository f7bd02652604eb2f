import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

export interface Guarded {
  readonly pid?: number;
  readonly isEnded?: boolean;
  readonly folder?: string;
}

/** As it was built, also for tests that were not. */
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
 * Ends the program when this process does, however that ends: a server that went on after an experiment was killed would
 * take its share of the machine from the one that goes on where it stopped.
 */
export function endWithParent(child: ChildProcess): ChildProcess {
  const { pid } = child;
  if (pid !== undefined) {
    tell({ pid });
    child.once("exit", () => tell({ pid, isEnded: true }));
  }
  return child;
}

/** Removes the folder when this process has ended, however that ends. */
export function removeWithParent(folder: string): void {
  tell({ folder });
}
