import { findCondition } from "../conditions.ts";
import type { Node } from "../objects.ts";
import { NODE, type Simulation } from "../simulation.ts";

/** Annotation of a Node: `lost` stops the reports of its kubelet. */
export const NODE_STATE = "simulate.kiln/node-state";

export function isLost({ metadata }: Node): boolean {
  return metadata.annotations?.[NODE_STATE] === "lost";
}

/** Whether the kubelet of a node does not handle Pods: the node is lost or does not exist. */
export function isLostNow(simulation: Simulation, name: string): boolean {
  const node = simulation.nodes.get(simulation.cluster.keyOf(NODE, "", name));
  return node === undefined || isLost(node);
}

export function isReadyNode({ status }: Node): boolean {
  return findCondition(status?.conditions, "Ready")?.status === "True";
}

const UNKNOWN_ADDRESS = "10.240.0.1";

export function nodeAddress(simulation: Simulation, name: string): string {
  const node = simulation.nodes.get(simulation.cluster.keyOf(NODE, "", name));
  const found = node?.status?.addresses?.find(({ type }) => type === "InternalIP");
  return found?.address ?? UNKNOWN_ADDRESS;
}
