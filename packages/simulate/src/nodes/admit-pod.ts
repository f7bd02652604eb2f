import type { Node, Pod } from "../objects.ts";
import { isSameHostPort } from "../placement/host-ports.ts";
import { matchesNode } from "../placement/node-affinity.ts";
import { isOver, type PodRecord } from "../pods/pod-record.ts";
import { parseResources } from "../pods/pod-requests.ts";
import { NODE, type Simulation } from "../simulation.ts";

/** Why a kubelet does not run a Pod. */
export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

/**
 * Reason why the node cannot run a Pod that was created for it, without the scheduler; undefined if it can.
 *
 * Kubernetes: resources first, then node affinity, then host ports (kubelet/lifecycle/predicate.go generalFilter, v1.36).
 */
export function rejectionOf(simulation: Simulation, record: PodRecord, pod: Pod): Rejection | undefined {
  const { cluster, nodes, pods } = simulation;
  const node = nodes.get(cluster.keyOf(NODE, "", record.nodeName));
  if (node === undefined) {
    return undefined;
  }
  // A Pod has its address once the kubelet has admitted it.
  const others = [...pods.by("node", record.nodeName)].filter((one) => one !== record && one.ip !== "" && !isOver(one));
  const failed = (predicate: string, why: string): Rejection => ({
    reason: predicate,
    message: `Predicate ${predicate} failed: ${why}`,
  });
  const missing = missingResource(record, others, node);
  if (missing !== undefined) {
    return missing;
  }
  if (!matchesNode(pod.spec, record.nodeName, node.metadata.labels ?? {})) {
    return failed("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
  }
  const taken = others.flatMap(({ needs }) => needs.hostPorts);
  return record.needs.hostPorts.some((port) => taken.some((one) => isSameHostPort(one, port)))
    ? failed("NodePorts", "node(s) didn't have free ports for the requested pod ports")
    : undefined;
}

function missingResource({ needs }: PodRecord, others: readonly PodRecord[], { status }: Node): Rejection | undefined {
  const allocatable = parseResources(status?.allocatable);
  const wanted: [name: string, amount: number][] = [["pods", 1], ...Object.entries(needs.requests)];
  for (const [name, amount] of wanted) {
    const used = others.reduce((sum, one) => sum + (name === "pods" ? 1 : (one.needs.requests[name] ?? 0)), 0);
    const capacity = allocatable[name];
    // Resources that the node does not have may be those of the cluster.
    if (capacity !== undefined && used + amount > capacity) {
      const amounts = `requested: ${amount}, used: ${used}, capacity: ${capacity}`;
      return { reason: `OutOf${name}`, message: `Node didn't have enough resource: ${name}, ${amounts}` };
    }
  }
  return undefined;
}
