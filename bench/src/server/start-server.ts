import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { H2Connection, type Target } from "./h2-connection.ts";

/** A server process under load. */
export interface RunningServer {
  readonly name: string;
  readonly target: Target;
  /** Data folder of the server. */
  readonly folder: string;
  /** Milliseconds from the start of the server's process to the first response that reports readiness. */
  readonly readyMs: number;
  /** Memory in bytes: resident, and the part of it that is no mapped file. */
  memory(): { readonly resident: number; readonly anonymous: number };
  /** Processor time of all threads since the start. */
  processorMs(): number;
  close(): Promise<void>;
}

export const KILN = join(import.meta.dirname, "..", "..", "..", "packages", "cli", "bin", "kiln.mjs");
const START_TIMEOUT_MS = 60_000;

/**
 * Starts Kiln with its defaults (the durable embedded store among them) and further flags. A given folder is kept when
 * the server is closed.
 */
export async function startKiln(flags: readonly string[] = [], given?: string): Promise<RunningServer> {
  const folder = given ?? mkdtempSync(join(tmpdir(), "kiln-bench-"));
  const child = run(process.execPath, [KILN, "serve", "--listen", "127.0.0.1:0", "--data-dir", folder, ...flags]);
  const line = await firstLine(child, /^ready https:\/\/127\.0\.0\.1:(\d+) in (\d+) ms/);
  return {
    name: "kiln",
    folder,
    target: readTarget(folder, Number(line[1])),
    readyMs: Number(line[2]),
    memory: () => memoryOf(treeOf(child)),
    processorMs: () => processorMsOf(treeOf(child)),
    close: () => stop([child], given === undefined ? folder : undefined),
  };
}

type Process = Pick<ChildProcess, "pid">;

/** A process and its workers. */
function treeOf(child: Process): Process[] {
  const text = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
  const workers = text === "" ? [] : text.split(" ").map((pid) => ({ pid: Number(pid) }));
  return [child, ...workers];
}

/** Starts an etcd for a server. */
export async function startEtcd(program: string): Promise<RunningEtcd> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-bench-etcd-"));
  const [client, peer] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${client}`;
  const child = run(program, etcdFlags(folder, url, `http://127.0.0.1:${peer}`));
  return { url, processorMs: () => processorMsOf([child]), close: () => stop([child], folder) };
}

export interface RunningEtcd {
  readonly url: string;
  processorMs(): number;
  close(): Promise<void>;
}

function etcdFlags(folder: string, clientUrl: string, peerUrl: string): string[] {
  return [
    ...["--name", "bench", "--data-dir", join(folder, "etcd"), "--listen-client-urls", clientUrl],
    ...["--advertise-client-urls", clientUrl, "--listen-peer-urls", peerUrl],
    ...["--initial-advertise-peer-urls", peerUrl, "--initial-cluster", `bench=${peerUrl}`],
  ];
}

export interface PeerPrograms {
  readonly apiserver: string;
  readonly etcd: string;
}

/** Programs to compare with, from KILN_PEER_APISERVER and KILN_PEER_ETCD; undefined if they are not set. */
export function findPeer(): PeerPrograms | undefined {
  const { KILN_PEER_APISERVER: apiserver, KILN_PEER_ETCD: etcd } = process.env;
  return apiserver === undefined || etcd === undefined ? undefined : { apiserver, etcd };
}

/**
 * Starts kube-apiserver with its own etcd. `material` is a data folder of Kiln: both servers use the same certificates.
 */
export async function startPeer({ apiserver, etcd }: PeerPrograms, material: string): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-bench-peer-"));
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()];
  const clientUrl = `http://127.0.0.1:${client}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const store = run(etcd, etcdFlags(folder, clientUrl, peerUrl));
  const pki = join(material, "pki");
  const started = performance.now();
  const server = run(apiserver, [
    `--etcd-servers=${clientUrl}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--cert-dir=${folder}`,
    `--tls-cert-file=${join(pki, "server.crt")}`,
    `--tls-private-key-file=${join(pki, "server.key")}`,
    `--client-ca-file=${join(pki, "ca.crt")}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${join(pki, "server.crt")}`,
    `--service-account-signing-key-file=${join(pki, "server.key")}`,
    "--service-cluster-ip-range=10.96.0.0/16",
    "--authorization-mode=RBAC",
  ]);
  const target = readTarget(material, port);
  await untilReady(target);
  return {
    name: "peer",
    folder,
    target,
    readyMs: performance.now() - started,
    memory: () => memoryOf([server]),
    processorMs: () => processorMsOf([server, store]),
    close: () => stop([server, store], folder),
  };
}

export function run(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
}

export function readTarget(folder: string, port: number): Target {
  const read = (name: string) => readFileSync(join(folder, "pki", name), "utf8");
  return { host: "127.0.0.1", port, ca: read("ca.crt"), cert: read("admin.crt"), key: read("admin.key") };
}

function firstLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the server did not become ready in time")), START_TIMEOUT_MS);
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const match = pattern.exec(text);
      if (match !== null) {
        clearTimeout(timer);
        resolve(match);
      }
    });
    child.once("exit", (code) => reject(new Error(`the server ended with code ${code}`)));
  });
}

export async function untilReady(target: Target): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      const connection = await H2Connection.open(target);
      const { status } = await connection.send({ method: "GET", path: "/readyz" });
      connection.close();
      if (status === 200) {
        return;
      }
    } catch (error) {
      if (performance.now() > deadline) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

function memoryOf(children: readonly Process[]): { resident: number; anonymous: number } {
  let resident = 0;
  let anonymous = 0;
  for (const child of children) {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
    resident += kib("VmRSS");
    anonymous += kib("RssAnon");
  }
  return { resident, anonymous };
}

/** Unit of the kernel's processor times: hundredths of a second. */
const TICK_MS = 10;

export function processorMsOf(children: readonly Process[]): number {
  let ticks = 0;
  for (const child of children) {
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
    // The name may contain spaces; after it, user and system time are the twelfth and thirteenth fields.
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    ticks += Number(user) + Number(system);
  }
  return ticks * TICK_MS;
}

async function stop(children: readonly ChildProcess[], folder: string | undefined): Promise<void> {
  for (const child of children) {
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await exited;
  }
  if (folder !== undefined) {
    rmSync(folder, { recursive: true, force: true });
  }
}
