import { horizontalAutoscaler } from "./autoscaling/horizontal-autoscaler.ts";
import { podCollector } from "./disruption/collect-pods.ts";
import { disruptionController } from "./disruption/disruption-budgets.ts";
import { taintEviction } from "./disruption/evict-pods.ts";
import { kubelet } from "./nodes/kubelet.ts";
import { createNodeAgent, type NodeOptions } from "./nodes/node-agent.ts";
import { nodeLeases } from "./nodes/node-leases.ts";
import { scheduler } from "./scheduler/scheduler.ts";
import { endpointSliceController } from "./services/endpoint-slices.ts";
import { endpointsController, endpointsMirror } from "./services/endpoints.ts";
import { loadBalancers } from "./services/load-balancers.ts";
import type { SimulatedController } from "./simulation.ts";
import { stageController } from "./stages/stage-controller.ts";
import { claimBinder } from "./volumes/bind-claims.ts";
import { ephemeralVolumes } from "./volumes/ephemeral-volumes.ts";
import { cronJobController } from "./workloads/cron-job/cron-job-controller.ts";
import { daemonSetController } from "./workloads/daemon-set/daemon-set-controller.ts";
import { deploymentController } from "./workloads/deployment/deployment-controller.ts";
import { jobController } from "./workloads/job/job-controller.ts";
import { replicaSetController, replicationController } from "./workloads/replica-set.ts";
import { statefulSetController } from "./workloads/stateful-set/stateful-set-controller.ts";

/** All simulated controllers, in the order in which they start. */
export function createControllers(options: NodeOptions): readonly SimulatedController[] {
  return [
    createNodeAgent(options),
    nodeLeases,
    kubelet,
    scheduler,
    claimBinder,
    ephemeralVolumes,
    replicaSetController,
    replicationController,
    deploymentController,
    statefulSetController,
    daemonSetController,
    jobController,
    cronJobController,
    endpointSliceController,
    endpointsController,
    endpointsMirror,
    loadBalancers,
    disruptionController,
    taintEviction,
    podCollector,
    horizontalAutoscaler,
    stageController,
  ];
}
