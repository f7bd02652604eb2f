import type { Actor } from "@kiln/kinds";
import { findCondition } from "../conditions.ts";
import type { Pod } from "../objects.ts";
import { setPodCondition } from "../pods/set-pod-condition.ts";
import type { Simulation } from "../simulation.ts";

/**
 * Kubernetes: the node controller sets the condition Ready of the Pods of a lost node to False
 * (controller/util/node/controller_utils.go MarkPodsNotReady, v1.36).
 */
export async function markPodsUnready(simulation: Simulation, actor: Actor, node: string): Promise<void> {
  const { cluster, pods, record } = simulation;
  const ready = [...pods.by("node", node)].filter(({ isReady }) => isReady);
  await Promise.all(
    ready.map(async (pod) => {
      const isMarked = await cluster.change(actor, pod, {
        subresource: "status",
        change(object) {
          const condition = findCondition((object as unknown as Pod).status?.conditions, "Ready");
          if (condition?.status !== "True") {
            return false;
          }
          setPodCondition(object, { ...condition, status: "False" }, cluster.clock.now());
          return true;
        },
      });
      if (isMarked) {
        const message = "Node is not ready";
        record(actor, { component: "node-controller", about: pod, type: "Warning", reason: "NodeNotReady", message });
      }
    }),
  );
}
