import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { type PeerPrograms, startPeerProcess } from "../serve/peer-process.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { expectations, type World } from "./expectations.ts";
import { playNodes } from "./play-nodes.ts";
import { type Complaint, readComplaints } from "./read-complaints.ts";
import { type ControllerManager, type ManagedCluster, startControllerManager } from "./start-controller-manager.ts";

export interface ClusterRun {
  readonly name: string;
  /** Expectations that were not met in time. */
  readonly unmet: readonly string[];
  readonly complaints: readonly Complaint[];
}

export interface RunOptions {
  /** Path of kube-controller-manager. */
  readonly program: string;
  readonly minutes: number;
  readonly say: (line: string) => void;
  /** Folder for logs; absent: they are not kept. */
  readonly logFolder?: string | undefined;
}

/** Names of Kiln's own controllers, which are switched off. */
export const OWN_CONTROLLERS: readonly string[] = [
  ...["namespace-controller", "garbage-collector-controller", "serviceaccount-controller"],
  ...["serviceaccount-token-controller", "root-ca-certificate-publisher-controller", "resourcequota-controller"],
  ...["clusterrole-aggregation-controller", "ttl-after-finished-controller", "pod-garbage-collector-controller"],
  ...["persistentvolumeclaim-protection-controller", "persistentvolume-protection-controller"],
  "volumeattributesclass-protection-controller",
];

export async function runOnKiln(options: RunOptions): Promise<ClusterRun> {
  const kiln = await startServeProcess(["--disable-controllers", OWN_CONTROLLERS.join(",")]);
  const pki = join(kiln.folder, "data", "pki");
  const files = { kubeconfig: kiln.kubeconfig, caFile: join(pki, "ca.crt"), tokenKeyFile: join(pki, "sa.key") };
  return run({ name: "Kiln", ...files, close: kiln.close }, options);
}

export async function runOnKubernetes(programs: PeerPrograms, options: RunOptions): Promise<ClusterRun> {
  const { kubeconfig, tls, close } = await startPeerProcess(programs);
  return run({ name: "kube-apiserver", kubeconfig, caFile: tls.caFile, tokenKeyFile: tls.keyFile, close }, options);
}

interface Cluster extends ManagedCluster {
  readonly name: string;
  close(): Promise<void>;
}

async function run(cluster: Cluster, options: RunOptions): Promise<ClusterRun> {
  const { name, kubeconfig } = cluster;
  const client = createClient({ transport: openTransport(loadAccess({ file: kubeconfig })), userAgent: "player/1" });
  const manager = startControllerManager(options.program, cluster);
  const stop = new AbortController();
  const nodes = playNodes(client, stop.signal);
  try {
    const unmet = await Promise.race([live(name, client, manager, options), nodes.then(() => [])]);
    return { name, unmet, complaints: readComplaints(manager.log()) };
  } finally {
    stop.abort();
    await nodes.catch((error) => options.say(`${name}: the nodes ended early: ${String(error)}`));
    await manager.close();
    if (options.logFolder !== undefined) {
      writeFileSync(join(options.logFolder, `${name}.log`), manager.log());
    }
    client.close();
    await cluster.close();
  }
}

/** Repeats the same steps in one namespace after the other until the time is over. */
async function live(
  name: string,
  client: Client,
  manager: ControllerManager,
  { minutes, say }: RunOptions,
): Promise<string[]> {
  const end = performance.now() + minutes * 60_000;
  const unmet: string[] = [];
  for (let round = 1; round === 1 || performance.now() < end; round++) {
    const world: World = { client, namespace: `shop-${round}` };
    for (const { what, begin, isMet } of expectations) {
      const startedMs = performance.now();
      const failure = await begin(world)
        .then(() => patiently(() => isMet(world)))
        .catch((error: unknown) => String(error));
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      say(
        `${name} ${failure === undefined ? "ok  " : "FAIL"} ${what} (${seconds} s)${failure === undefined ? "" : `: ${failure}`}`,
      );
      if (failure !== undefined) {
        unmet.push(`round ${round}: ${what}: ${failure}`);
      }
      if (manager.hasEnded()) {
        return [...unmet, "kube-controller-manager ended by itself"];
      }
    }
  }
  return unmet;
}

const PATIENCE_MS = 120_000;
const LOOK_MS = 200;

/** Waits for a condition; returns the reason why it was not met, undefined if it was. */
async function patiently(isSo: () => Promise<boolean>): Promise<string | undefined> {
  const end = performance.now() + PATIENCE_MS;
  let last = "not so";
  while (performance.now() < end) {
    try {
      if (await isSo()) {
        return undefined;
      }
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return `waited in vain: ${last}`;
}
