import { appendAll, type JsonObject, type LabelSelectorObject } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName } from "../cluster/cluster.ts";
import { createLoop } from "../cluster/loop.ts";
import { podTemplateHash } from "../hash/template-hash.ts";
import {
  isSame,
  type Node,
  type PodTemplate,
  resolvePercent,
  type Toleration,
  type Workload,
  withoutZeros,
} from "../objects.ts";
import { matchesNode } from "../placement/node-affinity.ts";
import { isAvailable, type PodRecord } from "../pods/pod-record.ts";
import { tolerates } from "../scheduler/taints.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { claim, followPods, orphansOf } from "./own-pods.ts";
import { createPod, deletePod, podFromTemplate, slowStart } from "./pod-control.ts";
import { nextCheckMs } from "./replica-set.ts";
import { ensureRevision, REVISION, type Revision, trimRevisions } from "./revisions.ts";

const DAEMON_SET: KindName = { apiVersion: "apps/v1", kind: "DaemonSet" };
const ACTOR = createActor("daemon-set-controller");
const HASH_LABEL = "controller-revision-hash";

interface DaemonSetSpec {
  selector: LabelSelectorObject;
  template: PodTemplate;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  updateStrategy: { type: string; rollingUpdate?: { maxUnavailable?: number | string; maxSurge?: number | string } };
}

type DaemonSet = Workload<DaemonSetSpec, JsonObject>;

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

/** Kubernetes: tolerations that every Pod of a DaemonSet gets (daemonset_util.go AddOrUpdateDaemonPodTolerations, v1.36). */
const TOLERATED: readonly Toleration[] = [
  { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" },
  { key: "node.kubernetes.io/disk-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/memory-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/pid-pressure", operator: "Exists", effect: "NoSchedule" },
  { key: "node.kubernetes.io/unschedulable", operator: "Exists", effect: "NoSchedule" },
];
const NETWORK: Toleration = { key: "node.kubernetes.io/network-unavailable", operator: "Exists", effect: "NoSchedule" };

function tolerationsOf({ spec }: PodTemplate): Toleration[] {
  const added = spec.hostNetwork === true ? [...TOLERATED, NETWORK] : TOLERATED;
  const own = spec.tolerations ?? [];
  const isNew = (one: Toleration) => !own.some(({ key, effect }) => key === one.key && effect === one.effect);
  return [...own, ...added.filter(isNew)];
}

interface Fit {
  readonly shouldRun: boolean;
  readonly mayStay: boolean;
}

function fitOf({ spec }: DaemonSet, { metadata, spec: node }: Node): Fit {
  const { template } = spec;
  if ((template.spec.nodeName ?? metadata.name) !== metadata.name) {
    return { shouldRun: false, mayStay: false };
  }
  if (!matchesNode(template.spec, metadata.name, metadata.labels ?? {})) {
    return { shouldRun: false, mayStay: false };
  }
  const tolerations = tolerationsOf(template);
  const against = (node?.taints ?? []).filter((taint) => !tolerates(tolerations, taint));
  return {
    shouldRun: against.every(({ effect }) => effect === "PreferNoSchedule"),
    mayStay: against.every(({ effect }) => effect !== "NoExecute"),
  };
}

interface DaemonRun {
  readonly simulation: Simulation;
  readonly set: DaemonSet;
  readonly hash: string;
  readonly byNode: ReadonlyMap<string, PodRecord[]>;
  readonly nowMs: number;
}

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
  const byNode = groupByNode(owned);
  const label = current.metadata.labels?.[HASH_LABEL] ?? hash;
  const run: DaemonRun = { simulation, set, hash: label, byNode, nowMs: cluster.clock.now().getTime() };
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

/** The node of the Pod, or the one that its affinity names as long as it is not scheduled. */
function nodeOf({ nodeName, scheduling }: PodRecord): string {
  if (nodeName !== "") {
    return nodeName;
  }
  const text = JSON.stringify(scheduling.affinity ?? {});
  return /"key":"metadata.name","operator":"In","values":\["([^"]+)"\]/.exec(text)?.[1] ?? "";
}

function groupByNode(pods: readonly PodRecord[]): Map<string, PodRecord[]> {
  const byNode = new Map<string, PodRecord[]>();
  for (const pod of pods) {
    const name = nodeOf(pod);
    byNode.set(name, [...(byNode.get(name) ?? []), pod]);
  }
  return byNode;
}

function nodesOf({ simulation, set }: DaemonRun): { readonly node: Node; readonly fit: Fit }[] {
  return [...simulation.nodes.all()].map((node) => ({ node, fit: fitOf(set, node) }));
}

async function manage(run: DaemonRun): Promise<void> {
  const { simulation, set, byNode } = run;
  const control = { actor: ACTOR, component: "daemonset-controller", owner: set };
  const missing: string[] = [];
  const surplus: PodRecord[] = [];
  for (const { node, fit } of nodesOf(run)) {
    const there = byNode.get(node.metadata.name) ?? [];
    const failed = there.filter(
      ({ phase, isDeleting }) => (phase === "Failed" || phase === "Succeeded") && !isDeleting,
    );
    const living = there.filter((pod) => !failed.includes(pod));
    appendAll(surplus, failed);
    if (!fit.mayStay) {
      appendAll(surplus, living);
    } else if (fit.shouldRun && living.length === 0) {
      missing.push(node.metadata.name);
    } else if (living.length > 1) {
      appendAll(surplus, living.sort((a, b) => a.metadata.createdMs - b.metadata.createdMs).slice(1));
    }
  }
  appendAll(surplus, outdated(run));
  const going = [...new Set(surplus)].filter(({ isDeleting }) => !isDeleting);
  await Promise.all(going.map((pod) => deletePod(simulation, control, pod)));
  await slowStart(missing.length, (i) => createPod(simulation, control, makePod(run, missing[i] ?? "")));
}

/** Pods of an older template to be replaced now. */
function outdated(run: DaemonRun): PodRecord[] {
  const { set, hash, byNode, nowMs } = run;
  if (set.spec.updateStrategy.type !== "RollingUpdate") {
    return [];
  }
  const wanted = nodesOf(run).filter(({ fit }) => fit.shouldRun);
  const most = Math.max(
    resolvePercent(set.spec.updateStrategy.rollingUpdate?.maxUnavailable ?? 1, wanted.length, "up"),
    1,
  );
  const ready = (pod: PodRecord) => !pod.isDeleting && isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs);
  let unavailable = 0;
  const broken: PodRecord[] = [];
  const candidates: PodRecord[] = [];
  for (const { node } of wanted) {
    const there = byNode.get(node.metadata.name) ?? [];
    const old = there.filter((pod) => pod.labels[HASH_LABEL] !== hash && !pod.isDeleting);
    if (!there.some(ready)) {
      unavailable++;
      appendAll(broken, old);
    } else {
      appendAll(candidates, old);
    }
  }
  return [...broken, ...candidates.slice(0, Math.max(most - unavailable, 0))];
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
  for (const { node, fit } of nodesOf(run)) {
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
