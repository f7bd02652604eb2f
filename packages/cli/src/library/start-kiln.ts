import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface StartKilnOptions {
  /** Further flags of kiln serve, for example `["--semantics", "upstream"]`. */
  readonly flags?: readonly string[];
}

/** A running `kiln serve`. */
export interface Kiln {
  readonly url: string;
  /** Path of the administrator's kubeconfig, which {@link Kiln.stop} deletes. */
  readonly kubeconfig: string;
  /** Stops the server. Resolves when the process has ended and its files are deleted. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts a server process on a free port. It keeps objects in memory, and ends if the process that started it is
 * killed. The command is that of this package, or the one in the environment variable KILN.
 */
export async function startKiln({ flags = [] }: StartKilnOptions = {}): Promise<Kiln> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-"));
  const server = spawnServer(["--store", "memory", "--listen", "127.0.0.1:0", "--data-dir", folder, ...flags]);
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  const stop = async () => {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { url: await readUrl(server), kubeconfig: join(folder, "kubeconfig"), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function spawnServer(flags: readonly string[]): ChildProcess {
  const program = process.env.KILN ?? createRequire(import.meta.url).resolve("#command");
  const [command, args] = program.endsWith(".mjs") ? [process.execPath, [program]] : [program, []];
  return spawn(command, [...args, "serve", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, KILN_STOP_WITH_PARENT: "1" },
  });
}

/** URL in the line "ready URL in N ms": the kubeconfig is complete when the server prints it. */
async function readUrl(server: ChildProcess): Promise<string> {
  const { stdout, stderr } = server;
  let complaints = "";
  stderr?.on("data", (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-MAX_COMPLAINTS);
  });
  const failed = new Promise<never>((_, reject) => {
    server.once("error", reject);
    server.once("close", () => reject(new Error(`kiln serve ended before it was ready: ${complaints.trim()}`)));
  });
  failed.catch(() => {});
  const lines = createInterface({ input: stdout as NonNullable<typeof stdout> });
  const url = new Promise<string>((resolve) => {
    lines.on("line", (line) => {
      const [, found] = /^ready (\S+) in /.exec(line) ?? [];
      if (found !== undefined) {
        resolve(found);
      }
    });
  });
  return Promise.race([url, failed]);
}

/** Number of characters of the server's standard error to keep, for the error message if it does not start. */
const MAX_COMPLAINTS = 4096;
