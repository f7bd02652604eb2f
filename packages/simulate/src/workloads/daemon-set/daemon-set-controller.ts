import type { JsonObject } from "@kiln/api";
import { createLoop } from "../../cluster/loop.ts";
import { podTemplateHash } from "../../hash/template-hash.ts";
import { isSame, withoutZeros } from "../../objects.ts";
import { isAvailable, isOver } from "../../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../../simulation.ts";
import { claim, followPods, orphansOf } from "../own-pods.ts";
import { createPod, deletePod, podFromTemplate, slowStart } from "../pod-control.ts";
import { nextCheckMs } from "../replica-set.ts";
import { ensureRevision, REVISION, type Revision, trimRevisions } from "../revisions.ts";
import {
  ACTOR,
  DAEMON_SET,
  type DaemonRun,
  type DaemonSet,
  fitOf,
  groupByNode,
  HASH_LABEL,
  tolerationsOf,
} from "./daemon-set.ts";
import { type Placement, placeDaemons } from "./place-daemons.ts";
import { rollDaemons } from "./roll-daemons.ts";

export const daemonSetController: SimulatedController = {
  name: "daemonset-controller",
  start(simulation) {
    const { cluster, nodes } = simulation;
    const sets = simulation.workloads<DaemonSet>(DAEMON_SET);
    simulation.workloads<Revision>(REVISION);
    const loop = createLoop(cluster, {
      name: "daemonset-controller",
      reconcile: async (key) => {
        const set = sets.get(key);
        return set === undefined ? undefined : reconcile(simulation, set);
      },
    });
    const addAll = () => [...sets.keys()].forEach(loop.add);
    sets.onChange(({ key }) => loop.add(key));
    nodes.onChange(({ now, before }) => {
      const isSameNode =
        now !== undefined &&
        isSame(now.spec ?? {}, before?.spec ?? {}) &&
        isSame(now.metadata.labels ?? {}, before?.metadata.labels ?? {});
      if (!isSameNode) {
        addAll();
      }
    });
    followPods(simulation, { kind: DAEMON_SET, view: sets, add: loop.add });
    return { begin: addAll, stop: loop.stop };
  },
};

async function reconcile(simulation: Simulation, set: DaemonSet): Promise<number | undefined> {
  const { cluster, pods } = simulation;
  const { metadata, spec } = set;
  const hash = podTemplateHash(spec.template as JsonObject, set.status?.collisionCount as number | undefined);
  const labels = { ...spec.template.metadata?.labels, [HASH_LABEL]: hash };
  const annotations = { ...metadata.annotations };
  delete annotations["kubectl.kubernetes.io/last-applied-configuration"];
  const { current, all } = await ensureRevision(simulation, { actor: ACTOR, owner: set, hash, labels, annotations });
  const owned = await claim(simulation, {
    actor: ACTOR,
    owner: set,
    matches: simulation.matches(set),
    owned: pods.by("owner", metadata.uid),
    orphans: pods.by("owner", orphansOf(metadata.namespace)),
  });
  const label = current.metadata.labels?.[HASH_LABEL] ?? hash;
  const run: DaemonRun = {
    simulation,
    set,
    hash: label,
    byNode: groupByNode(owned.filter((pod) => !(pod.isDeleting && isOver(pod)))),
    nodes: [...simulation.nodes.all()].map((node) => ({ node, fit: fitOf(set, node) })),
    nowMs: cluster.clock.now().getTime(),
  };
  let failure: unknown;
  if (metadata.deletionTimestamp == null) {
    try {
      await manage(run);
    } catch (error) {
      failure = error;
    }
  }
  await writeStatus(run);
  const live = new Set([label, ...owned.map((pod) => pod.labels[HASH_LABEL])]);
  const isLive = (one: Revision) => live.has(one.metadata.labels?.[HASH_LABEL] ?? "");
  await trimRevisions(simulation, ACTOR, { all, isLive, limit: spec.revisionHistoryLimit ?? 10 });
  if (failure !== undefined) {
    throw failure;
  }
  return nextCheckMs(owned, spec.minReadySeconds ?? 0, run.nowMs);
}

/**
 * Kubernetes: Pods are placed first, and an update continues when all expected ones exist (daemon_controller.go
 * updateDaemonSet, v1.36).
 */
async function manage(run: DaemonRun): Promise<void> {
  const placed = placeDaemons(run);
  await apply(run, placed);
  if (placed.create.length + placed.remove.length === 0) {
    await apply(run, rollDaemons(run));
  }
}

async function apply(run: DaemonRun, { create, remove }: Placement): Promise<void> {
  const { simulation, set } = run;
  const control = { actor: ACTOR, component: "daemonset-controller", owner: set };
  await Promise.all([...new Set(remove)].map((pod) => deletePod(simulation, control, pod)));
  await slowStart(create.length, (i) => createPod(simulation, control, makePod(run, create[i] ?? "")));
}

function makePod({ set, hash }: DaemonRun, node: string) {
  const template = structuredClone(set.spec.template);
  const { spec } = template;
  spec.tolerations = tolerationsOf(template);
  const term = { matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] };
  const affinity = (spec.affinity ?? {}) as JsonObject & { nodeAffinity?: JsonObject };
  spec.affinity = {
    ...affinity,
    nodeAffinity: {
      ...affinity.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
    },
  };
  const generation = set.metadata.annotations?.["deprecated.daemonset.template.generation"];
  template.metadata = {
    ...template.metadata,
    labels: {
      ...template.metadata?.labels,
      [HASH_LABEL]: hash,
      ...(generation === undefined ? {} : { "pod-template-generation": generation }),
    },
  };
  return podFromTemplate(template, set);
}

async function writeStatus(run: DaemonRun): Promise<void> {
  const { simulation, set, hash, nowMs } = run;
  const current = [...simulation.pods.by("owner", set.metadata.uid)];
  const byNode = groupByNode(current);
  const counts = { desired: 0, scheduled: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 };
  for (const { node, fit } of run.nodes) {
    const [pod] = (byNode.get(node.metadata.name) ?? []).sort((a, b) => a.metadata.createdMs - b.metadata.createdMs);
    if (!fit.shouldRun) {
      counts.misscheduled += pod === undefined ? 0 : 1;
      continue;
    }
    counts.desired++;
    if (pod !== undefined) {
      counts.scheduled++;
      counts.ready += pod.isReady ? 1 : 0;
      counts.available += isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs) ? 1 : 0;
      counts.updated += pod.labels[HASH_LABEL] === hash ? 1 : 0;
    }
  }
  const status = {
    currentNumberScheduled: counts.scheduled,
    numberMisscheduled: counts.misscheduled,
    desiredNumberScheduled: counts.desired,
    numberReady: counts.ready,
    ...withoutZeros({
      observedGeneration: Number(set.metadata.generation),
      updatedNumberScheduled: counts.updated,
      numberAvailable: counts.available,
      numberUnavailable: counts.desired - counts.available,
      collisionCount: set.status?.collisionCount,
    }),
  };
  if (!isSame(set.status ?? {}, status)) {
    await simulation.cluster.change(ACTOR, set, {
      subresource: "status",
      change(object) {
        object.status = status;
        return true;
      },
    });
  }
}
