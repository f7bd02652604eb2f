import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "@kiln/api";
import { type Client, createClient, wait } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { startServeProcess } from "../serve/serve-process.ts";

/** A cluster that does not know the marks. */
export interface StockCluster {
  readonly client: Client;
  /** A certificate for loopback and the authority that signed it: files. */
  readonly tls: { readonly certFile: string; readonly keyFile: string; readonly caFile: string };
  close(): Promise<void>;
}

const STOCK = ["--store", "memory", "--semantics", "upstream", "--feature-gates", "FieldMutability=false,Unions=false"];

/** Kiln, with what Kubernetes never had switched off. */
export async function startStockKiln(): Promise<StockCluster> {
  const kiln = await startServeProcess(STOCK);
  const client = createClient({
    transport: openTransport(loadAccess({ file: kiln.kubeconfig })),
    userAgent: "guard-test/1",
  });
  return {
    client,
    tls: tlsIn(join(kiln.folder, "data", "pki")),
    close: async () => {
      client.close();
      await kiln.close();
    },
  };
}

function tlsIn(folder: string): StockCluster["tls"] {
  return {
    certFile: join(folder, "server.crt"),
    keyFile: join(folder, "server.key"),
    caFile: join(folder, "ca.crt"),
  };
}

export interface PeerPrograms {
  readonly apiserver: string;
  readonly etcd: string;
}

/** From KILN_PEER_APISERVER and KILN_PEER_ETCD; undefined if they are not set. */
export function findPeer(): PeerPrograms | undefined {
  const { KILN_PEER_APISERVER: apiserver = "", KILN_PEER_ETCD: etcd = "" } = process.env;
  return apiserver === "" || etcd === "" ? undefined : { apiserver, etcd };
}

/** kube-apiserver with an etcd of its own. Its certificates are those that a Kiln made. */
export async function startPeer({ apiserver, etcd }: PeerPrograms): Promise<StockCluster> {
  const maker = await startStockKiln();
  const folder = mkdtempSync(join(tmpdir(), "kiln-guard-peer-"));
  const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const clientUrl = `http://127.0.0.1:${clientPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const children = [
    run(etcd, [
      ...["--name", "guard", "--data-dir", join(folder, "etcd"), "--listen-client-urls", clientUrl],
      ...["--advertise-client-urls", clientUrl, "--listen-peer-urls", peerUrl],
      ...["--initial-advertise-peer-urls", peerUrl, "--initial-cluster", `guard=${peerUrl}`],
    ]),
    run(apiserver, [
      ...[`--etcd-servers=${clientUrl}`, "--bind-address=127.0.0.1", `--secure-port=${port}`, `--cert-dir=${folder}`],
      ...[`--tls-cert-file=${maker.tls.certFile}`, `--tls-private-key-file=${maker.tls.keyFile}`],
      ...[`--client-ca-file=${maker.tls.caFile}`, "--service-account-issuer=https://kubernetes.default.svc"],
      ...[`--service-account-key-file=${maker.tls.certFile}`, "--service-cluster-ip-range=10.96.0.0/16"],
      ...[`--service-account-signing-key-file=${maker.tls.keyFile}`, "--authorization-mode=RBAC"],
    ]),
  ];
  const read = (name: string) => readFileSync(join(maker.tls.caFile, "..", name), "utf8");
  const client = createClient({
    transport: openTransport({
      url: `https://127.0.0.1:${port}`,
      ca: read("ca.crt"),
      credentials: { cert: read("admin.crt"), key: read("admin.key") },
      namespace: "default",
    }),
    userAgent: "guard-test/1",
  });
  const close = async () => {
    client.close();
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
    await maker.close();
  };
  try {
    await until("the API server is ready", async () => (await client.send("GET", "/readyz")).status === 200);
  } catch (error) {
    await close();
    throw error;
  }
  return { client, tls: maker.tls, close };
}

function run(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: "ignore" });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

/** Other processes tell nobody when they are done: asks until they are. What it throws meanwhile counts as not yet. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const clock = createSystemClock(globalThis);
  const deadline = clock.monotonicMs() + PATIENCE_MS;
  let last: unknown;
  while (clock.monotonicMs() < deadline) {
    try {
      if (await isSo()) {
        return;
      }
    } catch (error) {
      last = error;
    }
    await wait(clock, LOOK_MS, new AbortController().signal);
  }
  throw new Error(`waited in vain until ${what}`, { cause: last });
}
