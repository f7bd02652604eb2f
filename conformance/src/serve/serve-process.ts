import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const KILN = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "packages", "cli", "bin", "kiln.mjs");
const START_TIMEOUT_MS = 20_000;

/** A `kiln serve` on a free port, in a new folder that is deleted at the end. */
export interface ServeProcess {
  readonly kubeconfig: string;
  readonly folder: string;
  /** Kills the server with SIGKILL and starts it again on the same data. The kubeconfig gets the new address. */
  crashAndRestart(): Promise<void>;
  /** Starts the server again if it has ended, so that one crash does not fail all later tests. */
  ensureRunning(): Promise<void>;
  /** Output before each unexpected end. */
  readonly crashes: readonly string[];
  /** Log since the last start. */
  log(): string;
  close(): Promise<void>;
}

export async function startServeProcess(flags: readonly string[] = []): Promise<ServeProcess> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-serve-"));
  const crashes: string[] = [];
  const start = (): Promise<Running> => startOnce(["--data-dir", join(folder, "data"), ...flags]);
  let running = await start();
  return {
    kubeconfig: join(folder, "data", "kubeconfig"),
    folder,
    crashes,
    log: () => running.said(),
    crashAndRestart: async () => {
      await end(running.child, "SIGKILL");
      running = await start();
    },
    ensureRunning: async () => {
      if (hasEnded(running.child)) {
        crashes.push(running.said());
        running = await start();
      }
    },
    close: async () => {
      await end(running.child, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  /** Output to standard error so far. */
  readonly said: () => string;
}

/** Resolves when the server reports readiness; rejects with its output otherwise. */
async function startOnce(flags: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [KILN, "serve", "--listen", "127.0.0.1:0", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith("ready ")) {
        child.stdout.resume();
        return { child, said: () => said };
      }
    }
    throw new Error(`kiln serve ended before it was ready: ${said}`);
  } finally {
    clearTimeout(timer);
  }
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (hasEnded(child)) {
    return;
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
