import type { JsonObject, KubeObject } from "@kiln/api";
import { type Client, itemsOf, type ResourceType } from "@kiln/client";
import { LEASES, NODES, PODS } from "./kinds.ts";

const NODE_NAMES = ["node-a", "node-b"] as const;
const ROUND_MS = 250;
const HEARTBEAT_MS = 5000;

/**
 * Simulates a scheduler and the kubelets of two nodes, so that the controllers see Pods created, running, finished and
 * deleted.
 */
export function playNodes(client: Client, signal: AbortSignal): Promise<void> {
  const play = async () => {
    for (const name of NODE_NAMES) {
      await client.create(NODES, makeNode(name));
    }
    let beatAt = 0;
    while (!signal.aborted) {
      if (performance.now() >= beatAt) {
        await Promise.all(NODE_NAMES.map((name) => beat(client, name)));
        beatAt = performance.now() + HEARTBEAT_MS;
      }
      const pods = itemsOf(await client.list(PODS));
      await Promise.all(pods.map((pod, i) => forgiveRaces(advance(client, pod, NODE_NAMES[i % 2] as string))));
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
  };
  return play();
}

function makeNode(name: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name } },
    status: {
      capacity: { cpu: "8", memory: "16Gi", pods: "110" },
      allocatable: { cpu: "8", memory: "16Gi", pods: "110" },
      conditions: readyNow(),
      addresses: [{ type: "InternalIP", address: name === "node-a" ? "192.0.2.1" : "192.0.2.2" }],
    },
  };
}

function readyNow(): JsonObject[] {
  const now = new Date().toISOString().replace(/\.\d+/, "");
  return [{ type: "Ready", status: "True", reason: "Played", lastHeartbeatTime: now, lastTransitionTime: now }];
}

/** Heartbeat of a kubelet, every few seconds. */
async function beat(client: Client, name: string): Promise<void> {
  await client.patch(
    NODES,
    { name },
    { type: "strategic", body: { status: { conditions: readyNow() } } },
    { subresource: "status" },
  );
  const spec = {
    holderIdentity: name,
    leaseDurationSeconds: 40,
    renewTime: new Date().toISOString().replace("Z", "000Z"),
  };
  const lease = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name, namespace: "kube-node-lease" },
    spec,
  };
  const place = { namespace: "kube-node-lease", name };
  await client.patch(LEASES, place, { type: "apply", body: lease, force: true }, { fieldManager: "kubelet" });
}

/** Moves a Pod to its next phase. */
async function advance(client: Client, pod: KubeObject, node: string): Promise<void> {
  const { namespace, name, deletionTimestamp } = pod.metadata;
  const { nodeName, restartPolicy } = pod.spec as { nodeName?: string; restartPolicy?: string };
  const { phase } = pod.status as { phase?: string };
  const place = { namespace, name };
  if (deletionTimestamp !== undefined) {
    await client.delete(PODS, place, { gracePeriodSeconds: 0 });
  } else if (nodeName === undefined) {
    const binding = {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { namespace, name },
      target: { kind: "Node", name: node },
    };
    await client.create(PODS, binding as JsonObject, { subresource: "binding" });
  } else if (phase === "Pending") {
    await setStatus(client, PODS, place, runningStatus(String(name)));
  } else if (phase === "Running" && restartPolicy !== "Always") {
    await setStatus(client, PODS, place, { phase: "Succeeded", containerStatuses: null });
  }
}

function runningStatus(name: string): JsonObject {
  const address = `10.244.${[...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 250, 7)}.${1 + (name.length % 250)}`;
  const now = new Date().toISOString().replace(/\.\d+/, "");
  const conditions = ["Initialized", "ContainersReady", "Ready", "PodScheduled"].map((type) => ({
    type,
    status: "True",
    lastTransitionTime: now,
  }));
  return { phase: "Running", podIP: address, podIPs: [{ ip: address }], startTime: now, conditions };
}

async function setStatus(
  client: Client,
  type: ResourceType,
  place: { namespace?: string | undefined; name?: string | undefined },
  status: JsonObject,
): Promise<void> {
  await client.patch(type, place, { type: "merge", body: { status } }, { subresource: "status" });
}

/** Ignores conflicts: the controllers may have changed or deleted the Pod, which the next round reads again. */
async function forgiveRaces(step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (error) {
    const { code } = (error as { status?: { code?: number } }).status ?? {};
    if (code !== 404 && code !== 409) {
      throw error;
    }
  }
}
