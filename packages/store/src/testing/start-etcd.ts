import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export interface StartEtcdOptions {
  /** Number of members; 1 if absent. */
  readonly members?: number;
  /** Files for TLS with clients; clients then need a certificate too. */
  readonly tls?: { readonly ca: string; readonly cert: string; readonly key: string };
  readonly args?: readonly string[];
}

/** One etcd process that tests kill, pause and start again; it keeps its data and its address. */
export interface EtcdMember {
  readonly endpoint: string;
  /** Kills the process with SIGKILL; settles when it has ended. */
  kill(): Promise<void>;
  /** Settles when it listens again. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

export interface EtcdCluster {
  readonly endpoints: readonly string[];
  readonly members: readonly EtcdMember[];
  /** Kills every member and removes all data. */
  close(): Promise<void>;
}

const startTimeoutMs = 20_000;
const pollMs = 25;

/** Path of a program; undefined if it is not installed. With KILN_REQUIRE_PROGRAMS set, throws instead. */
export function findProgram(name: string, install: string): string | undefined {
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(directory, name);
    if (isExecutable(path)) return path;
  }
  const message = `${name} is not on the PATH: install it with ${install} to run these tests`;
  if (process.env.KILN_REQUIRE_PROGRAMS) throw new Error(message);
  console.warn(`${message}; they are skipped`);
  return undefined;
}

export function findEtcd(): string | undefined {
  return findProgram("etcd", "apt-get install etcd-server");
}

/** Starts a cluster of its own on free loopback ports. Elections and leases are quicker than by default. */
export async function startEtcd(program: string, options: StartEtcdOptions = {}): Promise<EtcdCluster> {
  const directory = mkdtempSync(join(tmpdir(), "kiln-etcd-"));
  const ports = await findFreePorts((options.members ?? 1) * 2);
  const scheme = options.tls === undefined ? "http" : "https";
  const names = Array.from({ length: options.members ?? 1 }, (_, i) => `member-${i}`);
  const peers = names.map((name, i) => `${name}=http://127.0.0.1:${ports[i * 2 + 1]}`).join(",");
  const members = names.map((name, i) => {
    const clientUrl = `${scheme}://127.0.0.1:${ports[i * 2]}`;
    const peerUrl = `http://127.0.0.1:${ports[i * 2 + 1]}`;
    const args = [
      ...["--name", name, "--data-dir", join(directory, name), "--logger", "zap", "--log-level", "error"],
      ...["--listen-client-urls", clientUrl, "--advertise-client-urls", clientUrl],
      ...["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl, "--initial-cluster", peers],
      ...["--heartbeat-interval", "50", "--election-timeout", "500", "--grpc-keepalive-min-time", "100ms"],
      ...toTlsArgs(options.tls),
      ...(options.args ?? []),
    ];
    return new Member({ program, args, endpoint: clientUrl, port: ports[i * 2]! });
  });
  const cluster = { endpoints: members.map(({ endpoint }) => endpoint), members, close };
  async function close(): Promise<void> {
    await Promise.all(members.map((member) => member.kill()));
    rmSync(directory, { recursive: true, force: true });
  }
  try {
    await Promise.all(members.map((member) => member.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return cluster;
}

interface MemberOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly endpoint: string;
  readonly port: number;
}

class Member implements EtcdMember {
  readonly endpoint: string;
  readonly #options: MemberOptions;
  #process: ChildProcess | undefined;

  constructor(options: MemberOptions) {
    this.endpoint = options.endpoint;
    this.#options = options;
  }

  async start(): Promise<void> {
    const child = spawn(this.#options.program, this.#options.args, {
      stdio: ["ignore", "ignore", "pipe"],
      // etcd before 3.5 refuses to start on other machines than amd64 without this variable.
      env: process.arch === "x64" ? process.env : { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch },
    });
    this.#process = child;
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2000);
    });
    // Kills etcd even when a test run is interrupted.
    const killNow = () => child.kill("SIGKILL");
    process.once("exit", killNow);
    child.once("exit", () => process.removeListener("exit", killNow));
    for (const deadline = Date.now() + startTimeoutMs; !(await isListening(this.#options.port)); ) {
      if (child.exitCode !== null) throw new Error(`etcd ended with code ${child.exitCode}: ${said}`);
      if (Date.now() > deadline) throw new Error(`etcd does not listen: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  resume(): void {
    this.#process?.kill("SIGCONT");
  }
}

function toTlsArgs(tls: StartEtcdOptions["tls"]): string[] {
  if (tls === undefined) return [];
  return ["--cert-file", tls.cert, "--key-file", tls.key, "--client-cert-auth", "--trusted-ca-file", tls.ca];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** All ports are held until the last is found, so that no two are the same. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
