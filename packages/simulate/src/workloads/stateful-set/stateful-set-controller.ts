import { createLoop } from "../../cluster/loop.ts";
import { revisionHash } from "../../hash/template-hash.ts";
import { isSame, resolvePercent, withoutZeros } from "../../objects.ts";
import { isAvailable, type PodRecord } from "../../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../../simulation.ts";
import { claim, followPods, orphansOf } from "../own-pods.ts";
import { nextCheckMs } from "../replica-set.ts";
import { ensureRevision, REVISION, type Revision, revisionData, templateOf, trimRevisions } from "../revisions.ts";
import { createStatefulPod, deleteClaimsOf, deleteStatefulPod } from "./stateful-pods.ts";
import {
  ACTOR,
  isHealthy,
  ordinalOf,
  revisionOf,
  STATEFUL_SET,
  type StatefulRun,
  type StatefulSet,
  type StatefulSetStatus,
} from "./stateful-set.ts";

export const statefulSetController: SimulatedController = {
  name: "statefulset-controller",
  start(simulation) {
    const sets = simulation.workloads<StatefulSet>(STATEFUL_SET);
    simulation.workloads<Revision>(REVISION);
    const loop = createLoop(simulation.cluster, {
      name: "statefulset-controller",
      reconcile: async (key) => {
        const set = sets.get(key);
        return set === undefined ? undefined : reconcile(simulation, set);
      },
    });
    sets.onChange(({ key }) => loop.add(key));
    followPods(simulation, { kind: STATEFUL_SET, view: sets, add: loop.add });
    return { begin: () => [...sets.keys()].forEach(loop.add), stop: loop.stop };
  },
};

async function reconcile(simulation: Simulation, set: StatefulSet): Promise<number | undefined> {
  const { pods, cluster } = simulation;
  const { metadata, spec } = set;
  const matches = simulation.matches(set);
  const isNamed = (pod: PodRecord) => pod.metadata.name.replace(/-\d+$/, "") === metadata.name;
  const owned = await claim(simulation, {
    actor: ACTOR,
    owner: set,
    matches: (labels) => matches(labels),
    owned: pods.by("owner", metadata.uid),
    orphans: [...pods.by("owner", orphansOf(metadata.namespace))].filter(isNamed),
  });
  const collisions = set.status?.collisionCount ?? 0;
  const hash = revisionHash(revisionData(spec.template), collisions);
  const { current: update, all } = await ensureRevision(simulation, {
    actor: ACTOR,
    owner: set,
    hash,
    labels: { ...spec.template.metadata?.labels, "controller.kubernetes.io/hash": hash },
  });
  const current = all.find((one) => one.metadata.name === set.status?.currentRevision) ?? update;
  const run: StatefulRun = { simulation, set, nowMs: cluster.clock.now().getTime() };
  if (metadata.deletionTimestamp == null) {
    await manage(run, owned, { current, update });
  }
  const left = [...pods.by("owner", metadata.uid)].filter((pod) => matches(pod.labels));
  await writeStatus(run, left, { current, update });
  const names = new Set([current.metadata.name, update.metadata.name, ...left.map(revisionOf)]);
  const isLive = (one: Revision) => names.has(one.metadata.name);
  await trimRevisions(simulation, ACTOR, { all, isLive, limit: spec.revisionHistoryLimit ?? 10 });
  return nextCheckMs(left, spec.minReadySeconds ?? 0, run.nowMs);
}

interface Revisions {
  readonly current: Revision;
  readonly update: Revision;
}

/** Creates, deletes and replaces Pods: in order, or all at once if podManagementPolicy is Parallel. */
async function manage(run: StatefulRun, owned: readonly PodRecord[], revisions: Revisions): Promise<void> {
  const { spec } = run.set;
  const first = spec.ordinals?.start ?? 0;
  const isOrdered = spec.podManagementPolicy !== "Parallel";
  const byOrdinal = new Map(owned.map((pod) => [ordinalOf(pod), pod]));
  for (let i = 0; i < spec.replicas; i++) {
    const isDone = await ensurePod(run, byOrdinal.get(first + i), { ordinal: first + i, index: i, revisions });
    if (!isDone && isOrdered) {
      return;
    }
  }
  const condemned = owned
    .filter((pod) => ordinalOf(pod) < first || ordinalOf(pod) >= first + spec.replicas)
    .sort((a, b) => ordinalOf(b) - ordinalOf(a));
  const firstUnhealthy = [...owned].sort((a, b) => ordinalOf(a) - ordinalOf(b)).find((pod) => !isHealthy(run, pod));
  for (const pod of condemned) {
    if (!pod.isDeleting && !(isOrdered && !isHealthy(run, pod) && pod !== firstUnhealthy)) {
      await deleteStatefulPod(run, pod);
      await deleteClaimsOf(run, pod.metadata.name);
    }
    if (isOrdered) {
      return;
    }
  }
  if (spec.updateStrategy.type !== "OnDelete") {
    await replaceOutdated(run, byOrdinal, revisions.update.metadata.name);
  }
}

interface Wanted {
  readonly ordinal: number;
  readonly index: number;
  readonly revisions: Revisions;
}

/** Creates or repairs a Pod. Returns false if it is not healthy yet. */
async function ensurePod(run: StatefulRun, pod: PodRecord | undefined, wanted: Wanted): Promise<boolean> {
  if (pod === undefined) {
    await createStatefulPod(run, versionOf(run, wanted));
    return false;
  }
  if (!pod.isDeleting && (pod.phase === "Failed" || pod.phase === "Succeeded")) {
    await deleteStatefulPod(run, pod);
    return false;
  }
  return isHealthy(run, pod);
}

/** Kubernetes: below the partition, and before the first Pod was replaced, Pods have the current revision (stateful_set_utils.go newVersionedStatefulSetPod, v1.36). */
function versionOf({ set }: StatefulRun, { ordinal, index, revisions }: Wanted) {
  const { current, update } = revisions;
  const { type, rollingUpdate } = set.spec.updateStrategy;
  const isCurrent =
    type === "RollingUpdate" &&
    ((rollingUpdate === undefined && index < (set.status?.currentReplicas ?? 0)) ||
      (rollingUpdate !== undefined && index < (rollingUpdate.partition ?? 0)));
  const revision = isCurrent ? current : update;
  return { ordinal, template: templateOf(revision), revision: revision.metadata.name };
}

async function replaceOutdated(
  run: StatefulRun,
  byOrdinal: ReadonlyMap<number, PodRecord>,
  update: string,
): Promise<void> {
  const { spec } = run.set;
  const { partition = 0, maxUnavailable } = spec.updateStrategy.rollingUpdate ?? {};
  const first = spec.ordinals?.start ?? 0;
  const most = maxUnavailable === undefined ? 1 : Math.max(resolvePercent(maxUnavailable, spec.replicas, "up"), 1);
  let unhealthy = 0;
  for (let i = 0; i < spec.replicas; i++) {
    unhealthy += isHealthy(run, byOrdinal.get(first + i)) ? 0 : 1;
  }
  for (let i = spec.replicas - 1; i >= partition && unhealthy < most; i--) {
    const pod = byOrdinal.get(first + i);
    if (pod !== undefined && revisionOf(pod) !== update && !pod.isDeleting) {
      await deleteStatefulPod(run, pod);
      unhealthy += isHealthy(run, pod) ? 1 : 0;
    }
  }
}

async function writeStatus(
  run: StatefulRun,
  pods: readonly PodRecord[],
  { current, update }: Revisions,
): Promise<void> {
  const { simulation, set, nowMs } = run;
  const { spec, metadata } = set;
  const created = pods.filter(({ phase }) => phase !== "");
  const has = (name: string) => (pod: PodRecord) => !pod.isDeleting && revisionOf(pod) === name;
  const status: StatefulSetStatus = {
    observedGeneration: Number(metadata.generation),
    replicas: created.length,
    readyReplicas: created.filter(({ phase, isReady }) => phase === "Running" && isReady).length,
    availableReplicas: created.filter(
      (pod) => pod.phase === "Running" && isAvailable(pod, spec.minReadySeconds ?? 0, nowMs),
    ).length,
    currentReplicas: created.filter(has(current.metadata.name)).length,
    updatedReplicas: created.filter(has(update.metadata.name)).length,
    currentRevision: current.metadata.name,
    updateRevision: update.metadata.name,
    collisionCount: set.status?.collisionCount ?? 0,
  };
  const isComplete =
    spec.updateStrategy.type === "RollingUpdate" &&
    status.updatedReplicas === spec.replicas &&
    status.readyReplicas === spec.replicas &&
    status.replicas === spec.replicas;
  if (isComplete) {
    status.currentReplicas = status.updatedReplicas ?? 0;
    status.currentRevision = update.metadata.name;
  }
  const { replicas, availableReplicas, collisionCount, ...rest } = status;
  const encoded = { replicas, availableReplicas, collisionCount, ...withoutZeros(rest) };
  if (!isSame(set.status ?? {}, encoded)) {
    await simulation.cluster.change(ACTOR, set, {
      subresource: "status",
      change(object) {
        object.status = encoded as never;
        return true;
      },
    });
  }
}
