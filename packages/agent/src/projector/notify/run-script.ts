import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import type { Notification } from "./notifier.ts";

export interface ScriptOptions {
  /** A file that can be run, or one for `sh`. */
  readonly path: string;
  readonly timeoutMs: number;
}

const MAX_OUTPUT = 4096;

/** Runs a program; its child processes are killed with it at the timeout. */
export function createScript({ path, timeoutMs }: ScriptOptions): Notification {
  return {
    means: "script",
    skipsFirst: false,
    tell: ({ folders }, signal) => {
      const env = { KILN_CHANGED_FOLDERS: folders.join(":") };
      return runScript({ path, env, signal, timeoutMs });
    },
  };
}

interface ScriptRun {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ends it, and everything that it has started. */
  readonly signal: AbortSignal;
  /** As above. No signal of the engine's own: where two are joined, it may be collected before it fires. */
  readonly timeoutMs: number;
}

function runScript({ path, env, signal, timeoutMs }: ScriptRun): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program, args] = isExecutable(path) ? [path, []] : ["sh", [path]];
    // A group of its own, so that all of it can be ended.
    const child = spawn(program, args, {
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    let said = "";
    const hear = (chunk: unknown) => {
      said = (said + String(chunk)).slice(-MAX_OUTPUT);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    let isEnded = false;
    const end = () => {
      isEnded = true;
      endGroup(child.pid as number);
      // A process that left the group may hold these open, and then "close" would never fire.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = setTimeout(end, timeoutMs);
    signal.addEventListener("abort", end);
    const stopWaiting = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    };
    child.once("error", (error) => {
      stopWaiting();
      reject(error);
    });
    child.once("close", (code, killed) => {
      stopWaiting();
      if (code === 0) {
        resolve();
      } else {
        const why = isEnded ? "did not end in time" : `ended with ${code ?? killed}`;
        reject(new Error(`${path} ${why}: ${said.trim()}`));
      }
    });
  });
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    // All of the group has ended.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") {
      throw error;
    }
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
