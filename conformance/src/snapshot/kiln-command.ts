import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const KILN = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "packages", "cli", "bin", "kiln.mjs");
/** Time after which the command is killed, so that a test that ends early leaves no process. */
const TIMEOUT_MS = 300_000;

/** A running `kiln` command. */
export interface KilnCommand {
  readonly child: ChildProcess;
  /** Output so far, of both streams. */
  said(): string;
  /** Resolves with the match once the output matches; rejects if the command ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
}

export function startSnapshot(args: readonly string[], kubeconfig = "", timeoutMs = TIMEOUT_MS): KilnCommand {
  return startKiln(["snapshot", ...args], kubeconfig, timeoutMs);
}

export function startKiln(args: readonly string[], kubeconfig: string, timeoutMs = TIMEOUT_MS): KilnCommand {
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const child = spawn(process.execPath, [KILN, ...args], { stdio: ["ignore", "pipe", "pipe"], env });
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  let said = "";
  let look = () => {};
  const hear = (chunk: unknown) => {
    said += String(chunk);
    look();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
  return {
    child,
    said: () => said,
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const match = pattern.exec(said);
          if (match !== null) {
            resolve(match);
          }
        };
        look();
        void ended.then(() => reject(new Error(`it ended before ${pattern} came: ${said}`)));
      }),
  };
}

/** Exit code and output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Runs `kiln snapshot` until it ends. */
export function runSnapshotCommand(args: readonly string[], kubeconfig = ""): Promise<Ended> {
  return runKilnCommand(["snapshot", ...args], kubeconfig);
}

/** Runs `kiln` until it ends. */
export async function runKilnCommand(args: readonly string[], kubeconfig: string): Promise<Ended> {
  const command = startKiln(args, kubeconfig);
  const code = await command.ended;
  return { code, text: command.said() };
}
