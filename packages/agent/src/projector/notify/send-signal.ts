import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { hasCode } from "../../writer/volume-error.ts";
import type { Notification } from "./notifier.ts";

export interface SignalOptions {
  readonly signal: NodeJS.Signals;
  /** Name of the program: the first word of its command line, without the directory. */
  readonly process: string;
  /** Directory of the system's processes: `/proc`. */
  readonly proc?: string;
}

/** Signals all processes of a name. In a Pod this needs `shareProcessNamespace: true`. */
export function createSignal({ signal, process: name, proc = "/proc" }: SignalOptions): Notification {
  return {
    means: "signal",
    skipsFirst: false,
    async tell() {
      const found = findProcesses(name, proc);
      if (found.length === 0) {
        throw new Error(`there is no process ${name}; a pod needs shareProcessNamespace: true to show it`);
      }
      for (const pid of found) {
        process.kill(pid, signal);
      }
    },
  };
}

function findProcesses(name: string, proc: string): number[] {
  return readdirSync(proc)
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((entry) => nameOf(`${proc}/${entry}`) === name)
    .map(Number);
}

function nameOf(folder: string): string | undefined {
  try {
    const [first = ""] = readFileSync(`${folder}/cmdline`, "utf8").split("\0");
    return basename(first.split(" ")[0] ?? "");
  } catch (error) {
    // The process ended meanwhile, or is not accessible.
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES")) {
      return undefined;
    }
    throw error;
  }
}
