import { kubelet } from "./nodes/kubelet.ts";
import type { NodeOptions } from "./nodes/node-agent.ts";
import { createNodeAgent } from "./nodes/node-agent.ts";
import { scheduler } from "./scheduler/scheduler.ts";
import type { SimulatedController } from "./simulation.ts";
import { claimBinder } from "./volumes/bind-claims.ts";
import { deploymentController } from "./workloads/deployment/deployment-controller.ts";
import { replicaSetController, replicationController } from "./workloads/replica-set.ts";

/** Everything that is simulated, in the order in which it starts. */
export function createControllers(options: NodeOptions): readonly SimulatedController[] {
  return [
    createNodeAgent(options),
    kubelet,
    scheduler,
    claimBinder,
    replicaSetController,
    replicationController,
    deploymentController,
  ];
}
