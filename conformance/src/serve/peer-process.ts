import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock, printYaml } from "@kiln/api";
import { createClient, wait } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { makeCertificates } from "../replay/make-certificates.ts";
import { freePort } from "./free-port.ts";

export interface PeerPrograms {
  readonly apiserver: string;
  readonly etcd: string;
}

/** Programs from KILN_PEER_APISERVER and KILN_PEER_ETCD; undefined if they are not set. */
export function findPeer(): PeerPrograms | undefined {
  const { KILN_PEER_APISERVER: apiserver = "", KILN_PEER_ETCD: etcd = "" } = process.env;
  return apiserver === "" || etcd === "" ? undefined : { apiserver, etcd };
}

/** A kube-apiserver with its own etcd, on free ports and in a new folder that is deleted at the end. */
export interface PeerProcess {
  readonly kubeconfig: string;
  readonly folder: string;
  /** Files of a certificate for loopback and its CA. */
  readonly tls: { readonly certFile: string; readonly keyFile: string; readonly caFile: string };
  close(): Promise<void>;
}

/** Starts the servers; resolves when they are ready. */
export async function startPeerProcess({ apiserver, etcd }: PeerPrograms): Promise<PeerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "kiln-peer-"));
  const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const clientUrl = `http://127.0.0.1:${clientPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const { tls, kubeconfig } = await writeFiles(folder, port);
  const children = [
    run(etcd, [
      ...["--name", "peer", "--data-dir", join(folder, "etcd"), "--listen-client-urls", clientUrl],
      ...["--advertise-client-urls", clientUrl, "--listen-peer-urls", peerUrl],
      ...["--initial-advertise-peer-urls", peerUrl, "--initial-cluster", `peer=${peerUrl}`],
    ]),
    run(apiserver, [
      ...[`--etcd-servers=${clientUrl}`, "--bind-address=127.0.0.1", `--secure-port=${port}`, `--cert-dir=${folder}`],
      ...[`--tls-cert-file=${tls.certFile}`, `--tls-private-key-file=${tls.keyFile}`],
      ...[`--client-ca-file=${tls.caFile}`, "--service-account-issuer=https://kubernetes.default.svc"],
      ...[`--service-account-key-file=${tls.certFile}`, "--service-cluster-ip-range=10.96.0.0/16"],
      ...[`--service-account-signing-key-file=${tls.keyFile}`, "--authorization-mode=RBAC"],
      ...["--allow-privileged=true"],
    ]),
  ];
  const close = async () => {
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(kubeconfig);
  } catch (error) {
    await close();
    throw error;
  }
  return { kubeconfig, folder, tls, close };
}

/** Writes certificates, and a kubeconfig of an administrator. */
async function writeFiles(folder: string, port: number): Promise<Pick<PeerProcess, "tls" | "kubeconfig">> {
  const { ca, loopback, admin } = await makeCertificates();
  const pki = join(folder, "pki");
  mkdirSync(pki);
  const write = (name: string, text: string): string => {
    writeFileSync(join(pki, name), text, { mode: 0o600 });
    return join(pki, name);
  };
  const tls = {
    certFile: write("server.crt", loopback.cert),
    keyFile: write("server.key", loopback.key),
    caFile: write("ca.crt", ca),
  };
  const user = {
    "client-certificate": write("admin.crt", admin.cert),
    "client-key": write("admin.key", admin.key),
  };
  const cluster = { server: `https://127.0.0.1:${port}`, "certificate-authority": tls.caFile };
  const kubeconfig = write(
    "kubeconfig",
    printYaml({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "peer", cluster }],
      users: [{ name: "admin", user }],
      contexts: [{ name: "peer", context: { cluster: "peer", user: "admin" } }],
      "current-context": "peer",
    }),
  );
  return { tls, kubeconfig };
}

async function untilReady(kubeconfig: string): Promise<void> {
  const client = createClient({ transport: openTransport(loadAccess({ file: kubeconfig })), userAgent: "test/1" });
  try {
    await until("the API server is ready", async () => (await client.send("GET", "/readyz")).status === 200);
  } finally {
    client.close();
  }
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

const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

/** Polls until a condition holds. An exception counts as false. */
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
