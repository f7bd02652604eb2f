import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import type { ServeProcess } from "../serve/serve-process.ts";

/** Output of a command. */
export interface Output {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface KubectlOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Kubectl {
  /** Runs a command; resolves with its standard output, rejects with all output if it fails. */
  (args: string, options?: KubectlOptions): Promise<string>;
  /** Runs a command; resolves with its output also if it fails. */
  run(args: string, options?: KubectlOptions): Promise<Output>;
  /** Runs a command that does not end: resolves with its output once it matches, and ends it then. */
  until(args: string, pattern: RegExp, meanwhile: Meanwhile): Promise<string>;
}

export interface Meanwhile {
  /** Output to wait for before `run` starts; `run` starts at once if absent. */
  readonly after?: RegExp;
  readonly run: () => Promise<unknown>;
}

const TIMEOUT_MS = 15_000;

/** Runner of one kubectl program on one server. Arguments are split at spaces; quotes group them. */
export function createKubectl(program: string, server: Pick<ServeProcess, "folder" | "kubeconfig">): Kubectl {
  const start = (args: string, { env = {} }: KubectlOptions): ChildProcess => {
    const cache = join(server.folder, "kubectl-cache");
    const words = [...splitWords(args), "--cache-dir", cache];
    const child = spawn(program, words, {
      stdio: "pipe",
      env: { PATH: process.env.PATH ?? "", HOME: server.folder, KUBECONFIG: server.kubeconfig, ...env },
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
    child.once("exit", () => clearTimeout(timer));
    return child;
  };
  const run = async (args: string, options: KubectlOptions = {}): Promise<Output> => {
    const child = start(args, options);
    // A command may end without reading its input; only its exit code counts.
    child.stdin?.on("error", () => {});
    child.stdin?.end(options.input ?? "");
    const [stdout, stderr, code] = await Promise.all([
      readAll(child.stdout),
      readAll(child.stderr),
      new Promise<number | null>((resolve) => child.once("exit", resolve)),
    ]);
    return { code, stdout, stderr };
  };
  const orThrow = async (args: string, options: KubectlOptions = {}): Promise<string> => {
    const { code, stdout, stderr } = await run(args, options);
    if (code !== 0) {
      throw new Error(`kubectl ${args} ended with ${code}: ${stdout}${stderr}`);
    }
    return stdout;
  };
  const until: Kubectl["until"] = async (args, pattern, { after = /^/, run: act }) => {
    const child = start(args, {});
    const said = followOutput(child, `kubectl ${args}`);
    try {
      const [output] = await Promise.all([said(pattern), said(after).then(act)]);
      return output;
    } finally {
      child.kill();
    }
  };
  return Object.assign(orThrow, { run, until });
}

/** Resolves with the output of the child so far, once it matches; rejects if it ends before. */
function followOutput(child: ChildProcess, name: string): (pattern: RegExp) => Promise<string> {
  let said = "";
  let hasEnded = false;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) {
      look();
    }
  };
  const hear = (chunk: unknown): void => {
    said += String(chunk);
    wake();
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  child.once("close", () => {
    hasEnded = true;
    wake();
  });
  return (pattern) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(said)) {
          resolve(said);
        } else if (hasEnded) {
          reject(new Error(`${name} ended before ${pattern} came: ${said}`));
        }
      };
      waiting.add(look);
      look();
    });
}

/** 33 for kubectl 1.33; one that was built without saying which it is counts as the newest. */
export function readMinor(program: string): number {
  const text = execFileSync(program, ["version", "--client", "-o", "json"], { encoding: "utf8" });
  return Number.parseInt(JSON.parse(text).clientVersion.minor, 10) || Number.MAX_SAFE_INTEGER;
}

/** Splits at spaces that are not between single or double quotes, which are removed. */
export function splitWords(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

async function readAll(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = "";
  for await (const chunk of stream ?? []) {
    text += chunk;
  }
  return text;
}
