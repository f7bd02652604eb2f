import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import type { Notification } from "./notifier.ts";

export interface ScriptOptions {
  /** Path of an executable file, or of a script for `sh`. */
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
  /** Aborts the program with all its child processes. */
  readonly signal: AbortSignal;
  /**
   * Timeout. It uses a timer: AbortSignal.timeout combined with another signal may be garbage-collected before it
   * fires.
   */
  readonly timeoutMs: number;
}

function runScript({ path, env, signal, timeoutMs }: ScriptRun): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program, args] = isExecutable(path) ? [path, []] : ["sh", [path]];
    // Started as a process group, so that its child processes can be killed with it.
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
      // A process that left the group may keep these streams open, and then "close" would never be emitted.
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
    // All processes of the group have ended.
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
