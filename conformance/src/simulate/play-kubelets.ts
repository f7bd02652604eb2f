import type { JsonObject, KubeObject } from "@kiln/api";
import { type Client, createClient, itemsOf, type ResourceType } from "@kiln/client";
import { loadAccess, openTransport } from "@kiln/client/node";

const NODES: ResourceType = { group: "", version: "v1", plural: "nodes", isNamespaced: false };
const PODS: ResourceType = { group: "", version: "v1", plural: "pods", isNamespaced: true };
const LOOK_MS = 200;
const BEAT_MS = 5000;

/** Stands in for kwok where that is not at hand: nodes are ready, Pods run, those of Jobs succeed, deleted ones go. */
export function playKubelets(kubeconfig: string): { stop(): Promise<void> } {
  const client = createClient({ transport: openTransport(loadAccess({ file: kubeconfig })), userAgent: "kubelet/1" });
  let isStopped = false;
  const run = async () => {
    for (let beatAt = 0; !isStopped; ) {
      if (performance.now() >= beatAt) {
        await beat(client);
        beatAt = performance.now() + BEAT_MS;
      }
      const pods = itemsOf(await client.list(PODS));
      const lost = new Set((await listNodes(client)).filter(isLost).map(({ metadata }) => metadata.name));
      const handled = pods.filter(({ spec }) => !lost.has((spec as { nodeName?: string }).nodeName));
      await Promise.all(handled.map((pod, i) => advance(client, pod, i).catch(() => {})));
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    client.close();
  };
  const running = run();
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

const listNodes = async (client: Client) => itemsOf(await client.list(NODES));

function isLost({ metadata }: KubeObject): boolean {
  return metadata.annotations?.["simulate.kiln/node-state"] === "lost";
}

async function beat(client: Client): Promise<void> {
  const time = new Date().toISOString().replace(/\.\d+/, "");
  const conditions = [
    { type: "Ready", status: "True", reason: "KubeletReady", lastHeartbeatTime: time, lastTransitionTime: time },
  ];
  for (const { metadata } of (await listNodes(client)).filter((node) => !isLost(node))) {
    const patch = { type: "strategic", body: { status: { conditions } } } as const;
    await client.patch(NODES, { name: String(metadata.name) }, patch, { subresource: "status" });
  }
}

async function advance(client: Client, pod: KubeObject, index: number): Promise<void> {
  const { namespace, name, deletionTimestamp, ownerReferences = [] } = pod.metadata;
  const { nodeName } = pod.spec as { nodeName?: string };
  const { phase } = (pod.status ?? {}) as { phase?: string };
  const place = { namespace: String(namespace), name: String(name) };
  if (nodeName === undefined) {
    return;
  }
  if (deletionTimestamp !== undefined) {
    await client.delete(PODS, place, { gracePeriodSeconds: 0 });
  } else if (phase === "Pending") {
    await setStatus(client, place, runningStatus(index));
  } else if (phase === "Running" && pod.metadata.labels?.[FAILING] === "true") {
    await setStatus(client, place, failedStatus(pod));
  } else if (phase === "Running" && ownerReferences?.some(({ kind }) => kind === "Job")) {
    const conditions = ["ContainersReady", "Ready"].map((type) => ({ type, status: "False", reason: "PodCompleted" }));
    await setStatus(client, place, { phase: "Succeeded", conditions });
  }
}

/** Name of the Stage whose effect this function has. */
const FAILING = "pod-container-running-failed.stage.kwok.x-k8s.io";

function failedStatus({ metadata, spec }: KubeObject): JsonObject {
  const time = new Date().toISOString().replace(/\.\d+/, "");
  const exitCode = Number(metadata.annotations?.[`${FAILING}/exit-code`] ?? 1);
  const terminated = { exitCode, reason: "Error", startedAt: time, finishedAt: time };
  const { containers } = spec as { containers: { name: string; image: string }[] };
  return {
    phase: "Failed",
    conditions: ["ContainersReady", "Ready"].map((type) => ({ type, status: "False", reason: "PodFailed" })),
    containerStatuses: containers.map(({ name, image }) => ({
      ...{ name, image, imageID: "", ready: false, restartCount: 0, state: { terminated } },
    })),
  };
}

function runningStatus(index: number): JsonObject {
  const ip = `10.244.${Math.floor(index / 250)}.${(index % 250) + 1}`;
  const time = new Date().toISOString().replace(/\.\d+/, "");
  const conditions = ["Initialized", "ContainersReady", "Ready"].map((type) => ({
    type,
    status: "True",
    lastTransitionTime: time,
  }));
  return { phase: "Running", podIP: ip, podIPs: [{ ip }], startTime: time, conditions };
}

async function setStatus(
  client: Client,
  place: { namespace: string; name: string },
  status: JsonObject,
): Promise<void> {
  await client.patch(PODS, place, { type: "strategic", body: { status } }, { subresource: "status" });
}
