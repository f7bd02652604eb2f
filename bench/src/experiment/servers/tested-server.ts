import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { H2Connection, type Target } from "../../server/h2-connection.ts";
import { freePort, KILN, type PeerPrograms, readTarget, run, untilReady } from "../../server/start-server.ts";
import { readHeldBytes } from "../metrics-text.ts";
import { endWithParent } from "../processes/guard.ts";
import type { Material } from "./material.ts";

/** An API server in a process of its own that can be killed and restarted with the same data and port. */
export interface TestedServer {
  /** Address and credentials of the administrator, bypassing the proxy. */
  readonly target: Target;
  /** Process id of the API server, which changes with a restart. */
  readonly pid: number;
  /** Process id of the store, where it is a process of its own. */
  readonly storePid?: number;
  /** Bytes that the API server holds after a forced garbage collection, which pauses it. */
  heldBytes(): Promise<number>;
  /** Kills the API server with SIGKILL; its store continues. */
  kill(): Promise<void>;
  /** Starts the API server again; resolves when it is ready. */
  start(): Promise<void>;
  /** Stops everything normally, so that the folder contains all data. */
  close(): Promise<void>;
  /** Kills everything: the folder is deleted afterwards. */
  discard(): Promise<void>;
}

export interface ServerOptions {
  readonly material: Material;
  /** Folder of the data. */
  readonly folder: string;
}

export async function startTestedKiln({ material, folder }: ServerOptions): Promise<TestedServer> {
  mkdirSync(folder, { recursive: true });
  // Replaces the certificates in a copied folder: the data may be older than the current ones.
  cpSync(join(material.folder, "pki"), join(folder, "pki"), { recursive: true });
  const port = await freePort();
  return controlServer({
    target: readTarget(folder, port),
    readHeld: askKiln,
    launch: () =>
      launchKiln([
        ...["serve", "--listen", `127.0.0.1:${port}`, "--data-dir", folder],
        ...["--authorization-mode", "Node,RBAC", "--token-auth-file", material.tokenFile],
      ]),
  });
}

/** Path of the built file: Node must load it without this package's loader. */
const TELLER = join(import.meta.dirname, "..", "..", "..", "dist", "experiment", "servers", "tell-live-memory.js");

function launchKiln(args: readonly string[]): ChildProcess {
  const program = ["--expose-gc", "--import", TELLER, KILN];
  return spawn(process.execPath, [...program, ...args], { stdio: ["ignore", "pipe", "ignore", "ipc"] });
}

function askKiln(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("message", (bytes) => resolve(Number(bytes)));
    child.once("exit", () => reject(new Error("the server ended")));
    child.send("held");
  });
}

export async function startTestedPeer(
  { apiserver, etcd }: PeerPrograms,
  { material, folder }: ServerOptions,
): Promise<TestedServer> {
  mkdirSync(folder, { recursive: true });
  const [client, peer, port] = [await freePort(), await freePort(), await freePort()];
  const clientUrl = `http://127.0.0.1:${client}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const pki = join(material.folder, "pki");
  const store = endWithParent(
    run(etcd, [
      ...["--name", "experiment", "--data-dir", join(folder, "etcd"), "--listen-client-urls", clientUrl],
      ...["--advertise-client-urls", clientUrl, "--listen-peer-urls", peerUrl],
      ...["--initial-advertise-peer-urls", peerUrl, "--initial-cluster", `experiment=${peerUrl}`],
    ]),
  );
  store.stdout?.resume();
  const launch = () =>
    run(apiserver, [
      ...[`--etcd-servers=${clientUrl}`, "--bind-address=127.0.0.1", `--secure-port=${port}`, `--cert-dir=${folder}`],
      ...[`--tls-cert-file=${join(pki, "server.crt")}`, `--tls-private-key-file=${join(pki, "server.key")}`],
      `--client-ca-file=${join(pki, "ca.crt")}`,
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${join(pki, "server.crt")}`,
      `--service-account-signing-key-file=${join(pki, "server.key")}`,
      "--service-cluster-ip-range=10.96.0.0/16",
      ...["--authorization-mode=Node,RBAC", `--token-auth-file=${material.tokenFile}`],
    ]);
  const target = readTarget(material.folder, port);
  return controlServer({ target, launch, store, readHeld: () => askPeer(target) });
}

/** A profile request collects garbage, and the metrics report the remaining memory, stacks included. */
async function askPeer(target: Target): Promise<number> {
  const connection = await H2Connection.open(target);
  try {
    // Pooled memory is freed by the second collection only.
    await connection.send({ method: "GET", path: "/debug/pprof/heap?gc=1" });
    await connection.send({ method: "GET", path: "/debug/pprof/heap?gc=1" });
    const { body } = await connection.send({ method: "GET", path: "/metrics" }, { keepsBody: true });
    return readHeldBytes(body?.toString() ?? "");
  } finally {
    connection.close();
  }
}

interface Launch {
  readonly target: Target;
  readonly launch: () => ChildProcess;
  readonly readHeld: (child: ChildProcess) => Promise<number>;
  readonly store?: ChildProcess;
}

async function controlServer({ target, launch, store, readHeld }: Launch): Promise<TestedServer> {
  let child = endWithParent(launch());
  const start = async () => {
    child.stdout?.resume();
    await untilReady(target);
  };
  await start();
  return {
    target,
    get pid() {
      return child.pid ?? 0;
    },
    ...(store?.pid === undefined ? {} : { storePid: store.pid }),
    heldBytes: () => readHeld(child),
    kill: () => end(child, "SIGKILL"),
    start: () => {
      child = endWithParent(launch());
      return start();
    },
    async close() {
      await end(child, "SIGTERM");
      if (store !== undefined) {
        await end(store, "SIGTERM");
      }
    },
    async discard() {
      await Promise.all([child, ...(store === undefined ? [] : [store])].map((each) => end(each, "SIGKILL")));
    },
  };
}

const STOP_TIMEOUT_MS = 15_000;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
