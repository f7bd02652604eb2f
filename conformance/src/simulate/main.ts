import { spawn } from "node:child_process";
import { join } from "node:path";
import { createClient } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";
import { startControllerManager } from "../controller-manager/start-controller-manager.ts";
import { mustHavePrograms } from "../serve/find-program.ts";
import { startServeProcess } from "../serve/serve-process.ts";
import { compareSnapshots } from "./compare.ts";
import { knownDifferences } from "./known-differences.ts";
import { playAll } from "./play.ts";
import { playKubelets } from "./play-kubelets.ts";
import { loadDefinition } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

const USAGE =
  "usage: KILN_CONTROLLER_MANAGER=FILE KILN_SCHEDULER=FILE [KILN_KWOK=FILE KILN_KWOK_STAGES=FILE,...] npm run test:simulate [-- NAME...]";
const NODES = 3;
/** Kiln's own controllers, which are those of kube-controller-manager in the other cluster. */
const OWN_CONTROLLERS = [
  ...["namespace-controller", "garbage-collector-controller", "serviceaccount-controller"],
  ...["serviceaccount-token-controller", "root-ca-certificate-publisher-controller", "resourcequota-controller"],
  ...["clusterrole-aggregation-controller", "ttl-after-finished-controller", "pod-garbage-collector-controller"],
];

/** Plays scenarios against the real programs on Kiln and against `--simulate`, and prints where they end differently. */
async function main(names: readonly string[]): Promise<number> {
  const { KILN_CONTROLLER_MANAGER: manager = "", KILN_SCHEDULER: scheduler = "" } = process.env;
  const { KILN_KWOK: kwok = "", KILN_KWOK_STAGES: stages = "" } = process.env;
  if (manager === "" || scheduler === "") {
    console.log(`skipped: kube-controller-manager or kube-scheduler is not named\n${USAGE}`);
    return mustHavePrograms() ? 1 : 0;
  }
  const chosen =
    names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.some((one) => isMeant(name, one)));
  console.log(`${chosen.length} scenarios`);
  // Side by side: both wait more than they work.
  const [real, simulated] = await Promise.all([
    onRealPrograms({ manager, scheduler, kwok, stages: stages.split(",") }, (kubeconfig) =>
      playAll(chosen, { kubeconfig, quietMs: 4000 }),
    ),
    onSimulation((kubeconfig) => playAll(chosen, { kubeconfig, quietMs: 1500 })),
  ]);
  const { differences, unknown, gone } = compareSnapshots({
    real,
    simulated,
    known: knownDifferences,
    isWhole: names.length === 0,
  });
  for (const line of unknown) {
    console.log(line);
  }
  for (const line of gone) {
    console.log(`listed in known-differences.ts, and equal now: ${line}`);
  }
  const equal = chosen.filter(({ name }) => !differences.has(name)).length;
  console.log(`${equal} of ${chosen.length} scenarios end equal; ${unknown.length} differences are not listed`);
  return unknown.length + gone.length === 0 ? 0 : 1;
}

/** Whether a name on the command line is that of the scenario, or its beginning where no scenario has that name. */
function isMeant(name: string, given: string): boolean {
  return scenarios.some((one) => one.name === given) ? name === given : name.startsWith(given);
}

interface Programs {
  readonly manager: string;
  readonly scheduler: string;
  readonly kwok: string;
  /** Files of Stages: kwok brings none of its own. */
  readonly stages: readonly string[];
}

type Play = (kubeconfig: string) => Promise<Map<string, string[]>>;

async function onRealPrograms(programs: Programs, play: Play): Promise<Map<string, string[]>> {
  const kiln = await startServeProcess(["--disable-controllers", OWN_CONTROLLERS.join(",")]);
  const { kubeconfig } = kiln;
  const pki = join(kiln.folder, "data", "pki");
  const cluster = { kubeconfig, caFile: join(pki, "ca.crt"), tokenKeyFile: join(pki, "sa.key") };
  const manager = startControllerManager(programs.manager, cluster);
  const others = [
    spawn(programs.scheduler, [`--kubeconfig=${kubeconfig}`, "--secure-port=0", "--leader-elect=false"], {
      stdio: "ignore",
    }),
    ...(programs.kwok === "" ? [] : [spawn(programs.kwok, kwokArguments(programs, kubeconfig), { stdio: "ignore" })]),
  ];
  const kubelets = programs.kwok === "" ? playKubelets(kubeconfig) : undefined;
  try {
    await serveMetrics(kubeconfig);
    await registerNodes(kubeconfig);
    await untilServing(kubeconfig);
    return await play(kubeconfig);
  } finally {
    for (const child of others) {
      child.kill("SIGTERM");
    }
    await kubelets?.stop();
    await manager.close();
    await kiln.close();
  }
}

function kwokArguments({ stages }: Programs, kubeconfig: string): string[] {
  // A node that a scenario loses gets the label.
  const nodes = "--manage-nodes-with-label-selector=lost!=true";
  const flags = [`--kubeconfig=${kubeconfig}`, nodes, "--node-lease-duration-seconds=40"];
  return [...flags, ...stages.map((file) => `--config=${file}`)];
}

async function onSimulation(play: Play): Promise<Map<string, string[]>> {
  const kiln = await startServeProcess(["--simulate", "--simulate-nodes", String(NODES)]);
  try {
    await serveMetrics(kiln.kubeconfig);
    await untilServing(kiln.kubeconfig);
    return await play(kiln.kubeconfig);
  } finally {
    await kiln.close();
  }
}

async function serveMetrics(kubeconfig: string): Promise<void> {
  const client = createClient({ transport: openTransport(loadAccess({ file: kubeconfig })), userAgent: "player/1" });
  const group = "apiextensions.k8s.io";
  const type = { group, version: "v1", plural: "customresourcedefinitions", isNamespaced: false };
  await client.create(type, loadDefinition() as never);
  client.close();
}

/** Registers nodes with the capacity of simulated ones. */
async function registerNodes(kubeconfig: string): Promise<void> {
  const client = createClient({ transport: openTransport(loadAccess({ file: kubeconfig })), userAgent: "player/1" });
  const capacity = { cpu: "32", memory: "256Gi", "ephemeral-storage": "1Ti", pods: "110" };
  for (let i = 0; i < NODES; i++) {
    const name = `kiln-node-${i}`;
    const labels = { "kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64" };
    const status = { capacity, allocatable: capacity };
    await client.create(
      { group: "", version: "v1", plural: "nodes", isNamespaced: false },
      { apiVersion: "v1", kind: "Node", metadata: { name, labels }, status },
    );
  }
  client.close();
}

/** Resolves when the nodes are ready and the default service account is there. */
async function untilServing(kubeconfig: string): Promise<void> {
  const client = createClient({ transport: openTransport(loadAccess({ file: kubeconfig })), userAgent: "player/1" });
  const isReady = async () => {
    const { items } = await client.list({ group: "", version: "v1", plural: "nodes", isNamespaced: false });
    const ready = items.filter(({ spec, status }) => {
      const { conditions = [] } = (status ?? {}) as { conditions?: { type: string; status: string }[] };
      const { taints = [] } = (spec ?? {}) as { taints?: unknown[] };
      return taints.length === 0 && conditions.some((one) => one.type === "Ready" && one.status === "True");
    });
    return ready.length === NODES;
  };
  for (let tries = 0; tries < 240 && !(await isReady()); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  client.close();
}

process.exitCode = await main(process.argv.slice(2));
