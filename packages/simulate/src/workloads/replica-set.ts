import { minOf } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName } from "../cluster/cluster.ts";
import { createLoop } from "../cluster/loop.ts";
import { findCondition, withCondition, withoutCondition } from "../conditions.ts";
import { type ReplicaSet, type ReplicaSetStatus, withoutZeros } from "../objects.ts";
import { isActive, isAvailable, type PodRecord } from "../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { claim, followPods, orphansOf } from "./own-pods.ts";
import { createPod, deletePod, messageOf, podFromTemplate, slowStart } from "./pod-control.ts";
import { rankForDeletion } from "./rank-pods.ts";

/** Kubernetes: at most this many Pods are created or deleted in one go (replica_set.go BurstReplicas, v1.36). */
const BURST = 500;

interface ReplicaKind {
  readonly kind: KindName;
  readonly component: string;
  readonly account: string;
  /** Whether terminating Pods are counted in the status. */
  readonly countsTerminating: boolean;
}

const REPLICA_SETS: ReplicaKind = {
  kind: { apiVersion: "apps/v1", kind: "ReplicaSet" },
  component: "replicaset-controller",
  account: "replicaset-controller",
  countsTerminating: true,
};

const REPLICATION_CONTROLLERS: ReplicaKind = {
  kind: { apiVersion: "v1", kind: "ReplicationController" },
  component: "replication-controller",
  account: "replication-controller",
  countsTerminating: false,
};

export const REPLICA_SET = REPLICA_SETS.kind;

export const replicaSetController = createController("replicaset-controller", REPLICA_SETS);
export const replicationController = createController("replicationcontroller-controller", REPLICATION_CONTROLLERS);

function createController(name: string, of: ReplicaKind): SimulatedController {
  return {
    name,
    start(simulation) {
      const sets = simulation.workloads<ReplicaSet>(of.kind);
      const loop = createLoop(simulation.cluster, {
        name,
        reconcile: async (key) => {
          const set = sets.get(key);
          return set === undefined ? undefined : reconcile(simulation, of, set);
        },
      });
      sets.onChange(({ key }) => loop.add(key));
      followPods(simulation, { kind: of.kind, view: sets, add: loop.add });
      return { begin: () => [...sets.keys()].forEach(loop.add), stop: loop.stop };
    },
  };
}

async function reconcile(simulation: Simulation, of: ReplicaKind, set: ReplicaSet): Promise<number | undefined> {
  const { pods, cluster } = simulation;
  const actor = createActor(of.account);
  const { metadata, spec } = set;
  const all = [...pods.by("owner", metadata.uid)];
  const active = await claim(simulation, {
    actor,
    owner: set,
    matches: simulation.matches(set),
    owned: all.filter(isActive),
    orphans: [...pods.by("owner", orphansOf(metadata.namespace))].filter(isActive),
  });
  let failure: unknown;
  if (metadata.deletionTimestamp == null) {
    try {
      await manage(simulation, of, { set, active });
    } catch (error) {
      failure = error;
    }
  }
  const now = cluster.clock.now();
  const terminating = of.countsTerminating
    ? all.filter(({ isDeleting, phase }) => isDeleting && phase !== "Failed" && phase !== "Succeeded").length
    : undefined;
  const status = statusOf(set, { active, terminating, failure, now });
  await writeStatus(simulation, of, set, status);
  if (failure !== undefined) {
    throw failure;
  }
  return nextCheckMs(active, spec.minReadySeconds ?? 0, now.getTime());
}

/** Time until the next Pod becomes available; undefined if none does. */
export function nextCheckMs(pods: readonly PodRecord[], minReadySeconds: number, nowMs: number): number | undefined {
  const due = pods
    .filter(({ isReady }) => isReady)
    .map(({ readyMs }) => readyMs + minReadySeconds * 1000 - nowMs)
    .filter((leftMs) => leftMs > 0);
  return due.length === 0 ? undefined : minOf(due);
}

interface Managed {
  readonly set: ReplicaSet;
  readonly active: readonly PodRecord[];
}

async function manage(simulation: Simulation, of: ReplicaKind, { set, active }: Managed): Promise<void> {
  const control = { actor: createActor(of.account), component: of.component, owner: set };
  const difference = active.length - set.spec.replicas;
  if (difference < 0) {
    await slowStart(Math.min(-difference, BURST), () =>
      createPod(simulation, control, podFromTemplate(set.spec.template, set)),
    );
  } else if (difference > 0) {
    const ranked =
      difference < active.length
        ? rankForDeletion(active, relatedPods(simulation, of, set), simulation.cluster.clock.now().getTime())
        : active;
    const deleted = ranked.slice(0, Math.min(difference, BURST));
    await Promise.all(deleted.map((pod) => deletePod(simulation, control, pod)));
  }
}

/** Pods of all ReplicaSets that the same controller manages. */
function* relatedPods(simulation: Simulation, of: ReplicaKind, set: ReplicaSet): Iterable<PodRecord> {
  const controller = set.metadata.ownerReferences?.find((owner) => owner.controller === true);
  const sets = simulation.workloads<ReplicaSet>(of.kind);
  const related = controller === undefined ? [set] : sets.by("owner", controller.uid);
  for (const one of related) {
    yield* simulation.pods.by("owner", one.metadata.uid);
  }
}

interface Counted {
  readonly active: readonly PodRecord[];
  readonly terminating: number | undefined;
  readonly failure: unknown;
  readonly now: Date;
}

function statusOf(set: ReplicaSet, { active, terminating, failure, now }: Counted): ReplicaSetStatus {
  const { spec, status } = set;
  const labels = Object.entries(spec.template.metadata?.labels ?? {});
  let conditions = status?.conditions ?? [];
  const failed = findCondition(conditions, "ReplicaFailure");
  if (failure !== undefined && failed === undefined) {
    const reason = active.length < spec.replicas ? "FailedCreate" : "FailedDelete";
    const message = messageOf(failure);
    conditions = withCondition(conditions, { type: "ReplicaFailure", status: "True", reason, message }, { now });
  } else if (failure === undefined && failed !== undefined) {
    conditions = withoutCondition(conditions, "ReplicaFailure");
  }
  const minReady = spec.minReadySeconds ?? 0;
  return {
    replicas: active.length,
    fullyLabeledReplicas: active.filter((pod) => labels.every(([key, value]) => pod.labels[key] === value)).length,
    readyReplicas: active.filter(({ isReady }) => isReady).length,
    availableReplicas: active.filter((pod) => isAvailable(pod, minReady, now.getTime())).length,
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating }),
    conditions: [...conditions],
  };
}

async function writeStatus(
  simulation: Simulation,
  of: ReplicaKind,
  set: ReplicaSet,
  status: ReplicaSetStatus,
): Promise<void> {
  const before = set.status;
  const fields = ["fullyLabeledReplicas", "readyReplicas", "availableReplicas"] as const;
  const isSame =
    (before?.replicas ?? 0) === status.replicas &&
    fields.every((field) => (before?.[field] ?? 0) === status[field]) &&
    before?.terminatingReplicas === status.terminatingReplicas &&
    Number(before?.observedGeneration ?? 0) === Number(set.metadata.generation) &&
    JSON.stringify(before?.conditions ?? []) === JSON.stringify(status.conditions);
  if (isSame) {
    return;
  }
  const { replicas, terminatingReplicas, ...rest } = status;
  await simulation.cluster.change(createActor(of.account), set, {
    subresource: "status",
    change(object) {
      object.status = {
        replicas,
        ...withoutZeros({ ...rest, observedGeneration: Number(set.metadata.generation) }),
        ...(terminatingReplicas === undefined ? {} : { terminatingReplicas }),
      };
      return true;
    },
  });
}
