import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type ClientHttp2Session, connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConnectionOptions, readKubeconfig } from "../replay/connection.ts";

const BIN = fileURLToPath(new URL("../../../packages/cli/bin/kiln.mjs", import.meta.url));

/** A kiln process with its data in a folder that is deleted at the end. */
export interface KilnProcess {
  readonly connection: ConnectionOptions;
  readonly child: ChildProcess;
  residentMegabytes(): number;
  /** Resident memory without mapped files, which the system frees when it needs memory. */
  anonymousMegabytes(): number;
  openFiles(): number;
  /** Stops the process; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Kills the process with SIGKILL. The data directory stays. */
  kill(): Promise<void>;
}

export interface KilnProcessOptions {
  /** An existing data directory; a new one by default. */
  readonly folder?: string;
  /** File descriptor that receives the log; the standard error of this process by default. */
  readonly log?: number;
}

export async function startKilnProcess(
  args: readonly string[],
  { folder = mkdtempSync(join(tmpdir(), "kiln-faults-")), log }: KilnProcessOptions = {},
): Promise<KilnProcess> {
  const child = spawn(process.execPath, [BIN, "serve", "--listen", "127.0.0.1:0", "--data-dir", folder, ...args], {
    stdio: ["ignore", "pipe", log ?? "inherit"],
  });
  const exited = once(child, "exit");
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  await Promise.race([once(child.stdout as NonNullable<typeof child.stdout>, "data"), exited]);
  if (child.exitCode !== null) {
    throw new Error("kiln did not start");
  }
  return {
    connection: readKubeconfig(join(folder, "kubeconfig")),
    child,
    residentMegabytes: () => readMegabytes(child, "VmRSS"),
    anonymousMegabytes: () => readMegabytes(child, "RssAnon"),
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = await exited;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function readMegabytes({ pid }: ChildProcess, field: "VmRSS" | "RssAnon"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

export async function openSession({ url, ca, cert, key }: ConnectionOptions): Promise<ClientHttp2Session> {
  const session = connect(url, { ca, cert, key });
  session.on("error", () => {});
  await once(session, "connect");
  return session;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export async function ask(session: ClientHttp2Session, line: string, body?: object): Promise<Answer> {
  const [method, path] = line.split(" ");
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const stream = session.request({
    ":method": method,
    ":path": path,
    ...(body === undefined ? {} : { "content-type": type }),
  });
  stream.setEncoding("utf8");
  stream.end(body === undefined ? undefined : JSON.stringify(body));
  const [headers] = await once(stream, "response");
  let text = "";
  for await (const chunk of stream) {
    text += chunk;
  }
  return { status: Number(headers[":status"]), body: text };
}
