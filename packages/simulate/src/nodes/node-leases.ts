import { printMicroTime, toMicroTime } from "@kiln/api";
import type { KindName } from "../cluster/cluster.ts";
import { createLoop } from "../cluster/loop.ts";
import { isAlreadyExists } from "../cluster/open-cluster.ts";
import type { Node } from "../objects.ts";
import { toMs } from "../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { kubeletActor } from "./kubelet.ts";
import { isLost } from "./node-state.ts";

const LEASE: KindName = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
const NAMESPACE = "kube-node-lease";
/** Kubernetes: a Lease of 40 s is renewed every 10 s (defaults.go SetDefaults_KubeletConfiguration, v1.36). */
const DURATION_S = 40;
const RENEW_MS = 10_000;

/** Renews the Lease of every node that is not lost. */
export const nodeLeases: SimulatedController = {
  name: "node-leases",
  start(simulation) {
    const { cluster, nodes } = simulation;
    const loop = createLoop(cluster, {
      name: "node-leases",
      isPeriodic: true,
      reconcile: async (key) => {
        const node = nodes.get(key);
        return node === undefined || isLost(node) ? undefined : renew(simulation, node);
      },
    });
    nodes.onChange(({ key, now, before }) => {
      if (now !== undefined && (before === undefined || isLost(before) !== isLost(now))) {
        loop.add(key);
      }
    });
    return { begin: () => [...nodes.keys()].forEach(loop.add), stop: loop.stop };
  },
};

function refOf(node: string) {
  return { ...LEASE, metadata: { namespace: NAMESPACE, name: node } };
}

/** Time at which the node's kubelet last renewed its Lease; 0 without a Lease. */
export function renewedMs({ cluster }: Simulation, node: string): number {
  const { renewTime } = (cluster.read(refOf(node))?.spec ?? {}) as { renewTime?: string };
  return toMs(renewTime);
}

/** Renews the Lease. Returns the milliseconds until the next renewal. */
async function renew(simulation: Simulation, node: Node): Promise<number> {
  const { cluster } = simulation;
  const { name, uid } = node.metadata;
  const nowMs = cluster.clock.now().getTime();
  const leftMs = renewedMs(simulation, name) + RENEW_MS - nowMs;
  if (leftMs > 0) {
    return leftMs;
  }
  const renewTime = printMicroTime(toMicroTime(cluster.clock.now()));
  const spec = { holderIdentity: name, leaseDurationSeconds: DURATION_S, renewTime };
  const owner = { apiVersion: "v1", kind: "Node", name, uid };
  const change = (object: { spec?: unknown }) => {
    object.spec = { ...(object.spec as object), ...spec };
    return true;
  };
  if (cluster.read(refOf(name)) !== undefined) {
    await cluster.change(kubeletActor(name), refOf(name), { change });
    return RENEW_MS;
  }
  try {
    const metadata = { namespace: NAMESPACE, name, ownerReferences: [owner] };
    await cluster.create(kubeletActor(name), { ...LEASE, metadata, spec } as never);
  } catch (error) {
    if (!isAlreadyExists(error)) {
      throw error;
    }
  }
  // A random first delay: nodes that were created together do not renew together.
  return RENEW_MS * cluster.random();
}
