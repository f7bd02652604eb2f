import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPeerProcess } from "../serve/peer-process.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import type { RunningServer, RunOptions, Stage, Suite } from "./suite.ts";

const KILN = fileURLToPath(new URL("../../../packages/cli/bin/kiln.mjs", import.meta.url));

export interface OpenStage extends Stage {
  /** Output of every program. */
  readonly logFile: string;
  close(): Promise<void>;
}

/** A folder, servers and programs that end with `close`. */
export function openStage(suite: Suite, { peer, source }: { peer: string; source: string }): OpenStage {
  const folder = mkdtempSync(join(tmpdir(), `kiln-suite-${suite.name}-`));
  const logFile = join(tmpdir(), `kiln-suite-${suite.name}.log`);
  writeFileSync(logFile, "");
  const log = (text: string) => appendFileSync(logFile, text);
  const closers: (() => Promise<void>)[] = [];
  const work = join(folder, "work");
  mkdirSync(work);
  return {
    folder: work,
    logFile,
    log,
    source: suite.source === undefined ? "" : join(source, suite.source),
    assets: peer === "" ? layDownStandIns(join(folder, "assets")) : peer,
    startServer: async (flags = []) => {
      const { close, ...server } = peer === "" ? await startKiln(flags) : await startKubernetes(peer);
      closers.push(close);
      return server;
    },
    startProgram: (program, args, env = {}) => {
      const child = start(program, args, { env });
      const output = collect(child, log);
      closers.push(() => end(child));
      return { output };
    },
    run: async (program, args, options = {}) => {
      log(`$ ${[program, ...args].join(" ")}\n`);
      const child = start(program, args, options);
      const output = collect(child, log);
      closers.push(() => end(child));
      // A program may end without reading its input.
      child.stdin?.on("error", () => {}).end(options.input ?? "");
      const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
      return { code, output: output() };
    },
    close: async () => {
      for (const close of closers.reverse()) {
        await close();
      }
      // Go writes its module cache read-only.
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function layDownStandIns(folder: string): string {
  return execFileSync(process.execPath, [KILN, "envtest", "--dir", folder], { encoding: "utf8" }).trim();
}

interface Closable {
  close(): Promise<void>;
}

async function startKiln(flags: readonly string[]): Promise<RunningServer & Closable> {
  const { kubeconfig, folder, close } = await startServeProcess(["--store", "memory", ...flags]);
  const pki = join(folder, "data", "pki");
  return { kubeconfig, caFile: join(pki, "ca.crt"), tokenKeyFile: join(pki, "sa.key"), close };
}

async function startKubernetes(programs: string): Promise<RunningServer & Closable> {
  const { kubeconfig, tls, close } = await startPeerProcess({
    apiserver: join(programs, "kube-apiserver"),
    etcd: join(programs, "etcd"),
  });
  return { kubeconfig, caFile: tls.caFile, tokenKeyFile: tls.keyFile, close };
}

function start(program: string, args: readonly string[], { cwd, env }: RunOptions): ChildProcess {
  return spawn(program, args, { ...(cwd === undefined ? {} : { cwd }), env: { ...process.env, ...env } });
}

function collect(child: ChildProcess, log: (text: string) => void): () => string {
  let text = "";
  const add = (chunk: unknown) => {
    text += String(chunk);
    log(String(chunk));
  };
  child.stdout?.on("data", add);
  child.stderr?.on("data", add);
  child.once("error", (error) => add(`${error.message}\n`));
  return () => text;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(timer);
  }
}
