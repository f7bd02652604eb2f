import { createLoop } from "../../cluster/loop.ts";
import { findCondition, withCondition } from "../../conditions.ts";
import type { Deployment, ReplicaSet } from "../../objects.ts";
import { isEmptySelector, type SimulatedController, type Simulation } from "../../simulation.ts";
import { claim, orphansOf } from "../own-pods.ts";
import { REPLICA_SET } from "../replica-set.ts";
import { DESIRED } from "./annotations.ts";
import { ACTOR, DEPLOYMENT, type DeploymentRun, report, writeStatus } from "./deployment-run.ts";
import { countStatus } from "./deployment-status.ts";
import { isActiveSet, progressDeadlineOf } from "./fenceposts.ts";
import { findSets, syncCurrent } from "./replica-sets.ts";
import { rollBack, rollbackOf } from "./roll-back.ts";
import { cleanUp, recreate, rollOut } from "./roll-out.ts";
import { scaleAll } from "./scale-sets.ts";

export const deploymentController: SimulatedController = {
  name: "deployment-controller",
  start(simulation) {
    const { cluster, pods } = simulation;
    const deployments = simulation.workloads<Deployment>(DEPLOYMENT);
    const sets = simulation.workloads<ReplicaSet>(REPLICA_SET);
    const loop = createLoop(cluster, {
      name: "deployment-controller",
      reconcile: async (key) => {
        const deployment = deployments.get(key);
        return deployment === undefined ? undefined : reconcile(simulation, structuredClone(deployment));
      },
    });
    const touchSet = (set: ReplicaSet | undefined): void => {
      const namespace = set?.metadata.namespace ?? "";
      const owner = set?.metadata.ownerReferences?.find((one) => one.controller === true);
      if (owner?.kind === "Deployment") {
        loop.add(cluster.keyOf(DEPLOYMENT, namespace, owner.name));
      } else if (set !== undefined && owner === undefined) {
        for (const deployment of deployments.by("namespace", namespace)) {
          if (simulation.matches(deployment)(set.metadata.labels ?? {})) {
            loop.add(cluster.keyOf(DEPLOYMENT, namespace, deployment.metadata.name));
          }
        }
      }
    };
    deployments.onChange(({ key }) => loop.add(key));
    sets.onChange(({ now, before }) => {
      touchSet(now);
      touchSet(before);
    });
    // Kubernetes: a Deployment that recreates waits for the last Pod to go (deployment_controller.go deletePod, v1.36).
    pods.onChange(({ now, before }) => {
      if (now === undefined && before?.controller?.kind === "ReplicaSet") {
        touchSet(sets.get(cluster.keyOf(REPLICA_SET, before.metadata.namespace, before.controller.name)));
      }
    });
    return { begin: () => [...deployments.keys()].forEach(loop.add), stop: loop.stop };
  },
};

/** Reconciles a Deployment. `deployment` is a copy whose status is updated during the run. */
async function reconcile(simulation: Simulation, deployment: Deployment): Promise<number | undefined> {
  const run: DeploymentRun = { simulation, deployment };
  if (isEmptySelector(deployment.spec.selector)) {
    report(run, "Warning", "SelectingAll", "This deployment is selecting all pods. A non-empty selector is required.");
    return undefined;
  }
  const owned = await claimSets(run);
  const { spec, metadata } = deployment;
  if (metadata.deletionTimestamp != null) {
    return writeStatus(run, countStatus(deployment, await syncCurrent(run, findSets(deployment, owned)), now(run)));
  }
  await notePause(run);
  if (spec.paused === true) {
    return syncSize(run, owned);
  }
  if (rollbackOf(deployment) !== undefined) {
    await rollBack(run, owned);
    return undefined;
  }
  if (isScaled(deployment, owned)) {
    return syncSize(run, owned);
  }
  return spec.strategy.type === "Recreate" ? recreate(run, owned) : rollOut(run, owned);
}

function now({ simulation }: DeploymentRun): Date {
  return simulation.cluster.clock.now();
}

/** Whether only the size of the Deployment changed, and its ReplicaSets do not have it yet. */
function isScaled(deployment: Deployment, owned: readonly ReplicaSet[]): boolean {
  return owned.filter(isActiveSet).some(({ metadata }) => {
    const desired = metadata.annotations?.[DESIRED];
    return desired !== undefined && /^\d+$/.test(desired) && Number(desired) !== deployment.spec.replicas;
  });
}

async function syncSize(run: DeploymentRun, owned: readonly ReplicaSet[]): Promise<number | undefined> {
  const sets = await syncCurrent(run, findSets(run.deployment, owned));
  const scaled = await scaleAll(run, sets);
  if (run.deployment.spec.paused === true) {
    await cleanUp(run, scaled.old);
  }
  return writeStatus(run, countStatus(run.deployment, scaled, now(run)));
}

async function notePause(run: DeploymentRun): Promise<void> {
  const { deployment } = run;
  const condition = findCondition(deployment.status?.conditions, "Progressing");
  if (progressDeadlineOf(deployment) === undefined || condition?.reason === "ProgressDeadlineExceeded") {
    return;
  }
  const isNoted = condition?.reason === "DeploymentPaused";
  const isPaused = deployment.spec.paused === true;
  if (isPaused === isNoted) {
    return;
  }
  const made = {
    type: "Progressing",
    status: "Unknown",
    reason: isPaused ? "DeploymentPaused" : "DeploymentResumed",
    message: isPaused ? "Deployment is paused" : "Deployment is resumed",
  } as const;
  const conditions = withCondition(deployment.status?.conditions ?? [], made, { now: now(run), hasUpdateTime: true });
  await writeStatus(run, { ...deployment.status, conditions });
  run.isResumed = !isPaused;
}

async function claimSets({ simulation, deployment }: DeploymentRun): Promise<ReplicaSet[]> {
  const sets = simulation.workloads<ReplicaSet>(REPLICA_SET);
  const { uid, namespace } = deployment.metadata;
  const claimable = (set: ReplicaSet) => ({
    apiVersion: set.apiVersion,
    kind: set.kind,
    metadata: set.metadata,
    set,
    labels: set.metadata.labels ?? {},
    isDeleting: set.metadata.deletionTimestamp != null,
  });
  const claimed = await claim(simulation, {
    actor: ACTOR,
    owner: deployment,
    matches: simulation.matches(deployment),
    owned: [...sets.by("owner", uid)].map(claimable),
    orphans: [...sets.by("owner", orphansOf(namespace))].map(claimable),
  });
  return claimed.map(({ set }) => set);
}
