import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import type { Notification } from "./notifier.ts";

export interface ScriptOptions {
  /** A file that can be run, or one for `sh`. */
  readonly path: string;
  readonly timeoutMs: number;
}

const MAX_OUTPUT = 4096;

/** Runs a program; what it started is ended with it when its time is over. */
export function createScript({ path, timeoutMs }: ScriptOptions): Notification {
  return {
    means: "script",
    skipsFirst: false,
    tell: ({ folders }) => runScript({ path, timeoutMs }, { KILN_CHANGED_FOLDERS: folders.join(":") }),
  };
}

function runScript({ path, timeoutMs }: ScriptOptions, env: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program, args] = isExecutable(path) ? [path, []] : ["sh", [path]];
    // A group of its own, so that nothing it has started outlives its time.
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
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-(child.pid as number), "SIGKILL");
    }, timeoutMs);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) {
        resolve();
      } else {
        const why = isLate ? `did not end within ${timeoutMs} ms` : `ended with ${code ?? signal}`;
        reject(new Error(`${path} ${why}: ${said.trim()}`));
      }
    });
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
