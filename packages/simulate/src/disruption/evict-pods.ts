import { minOf } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import { createLoop } from "../cluster/loop.ts";
import type { Pod } from "../objects.ts";
import { type PodRecord, toMs } from "../pods/pod-record.ts";
import { setPodCondition } from "../pods/set-pod-condition.ts";
import { tolerates } from "../scheduler/taints.ts";
import { NODE, type SimulatedController, type Simulation } from "../simulation.ts";

const TAINTS = createActor("node-controller");
const COLLECTOR = createActor("pod-garbage-collector");
/** Kubernetes: a node that is gone may come back for this long (gc_controller.go quarantineTime, v1.36). */
const QUARANTINE_MS = 40_000;

/** Deletes Pods that do not tolerate a taint of their node. */
export const taintEviction: SimulatedController = {
  name: "taint-eviction-controller",
  start(simulation) {
    const { pods, nodes, cluster } = simulation;
    const loop = createLoop(cluster, {
      name: "taint-eviction-controller",
      reconcile: (key) => evictIfTainted(simulation, key),
    });
    nodes.onChange(({ now, before }) => {
      const isTainted = [now, before].some((node) => node?.spec?.taints?.some(({ effect }) => effect === "NoExecute"));
      for (const { key } of isTainted ? pods.by("node", (now ?? before)?.metadata.name ?? "") : []) {
        loop.add(key);
      }
    });
    pods.onChange(({ key, now, before }) => {
      if (now !== undefined && now.nodeName !== (before?.nodeName ?? "")) {
        loop.add(key);
      }
    });
    const begin = () => {
      for (const { key, nodeName } of pods.all()) {
        if (nodeName !== "") {
          loop.add(key);
        }
      }
    };
    return { begin, stop: loop.stop };
  },
};

async function evictIfTainted(simulation: Simulation, key: string): Promise<number | undefined> {
  const { pods, nodes, cluster } = simulation;
  const pod = pods.get(key);
  const node = pod === undefined ? undefined : nodes.get(cluster.keyOf(NODE, "", pod.nodeName));
  const taints = (node?.spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
  if (pod === undefined || pod.isDeleting || taints.length === 0) {
    return undefined;
  }
  const { tolerations = [] } = (cluster.read(pod) as Pod | undefined)?.spec ?? {};
  const nowMs = cluster.clock.now().getTime();
  let dueMs = Number.POSITIVE_INFINITY;
  for (const taint of taints) {
    const tolerating = tolerations.filter((one) => tolerates([one], taint));
    const limits = tolerating.map(({ tolerationSeconds }) => tolerationSeconds ?? Number.POSITIVE_INFINITY);
    const sinceMs = taint.timeAdded === undefined ? nowMs : toMs(taint.timeAdded);
    dueMs = Math.min(dueMs, tolerating.length === 0 ? nowMs : sinceMs + minOf(limits) * 1000);
  }
  if (dueMs > nowMs) {
    return dueMs === Number.POSITIVE_INFINITY ? undefined : dueMs - nowMs;
  }
  const { namespace, name } = pod.metadata;
  const message = `Marking for deletion Pod ${namespace}/${name}`;
  simulation.record(TAINTS, {
    component: "taint-eviction-controller",
    about: pod,
    type: "Normal",
    reason: "TaintManagerEviction",
    message,
  });
  await disrupt(simulation, pod, {
    reason: "DeletionByTaintManager",
    message: "Taint manager: deleting due to NoExecute taint",
  });
  await cluster.remove(TAINTS, pod);
  return undefined;
}

async function disrupt(
  { cluster }: Simulation,
  pod: PodRecord,
  why: { reason: string; message: string; phase?: string },
): Promise<void> {
  const { phase, ...texts } = why;
  await cluster.change(TAINTS, pod, {
    subresource: "status",
    change(object) {
      setPodCondition(object, { type: "DisruptionTarget", status: "True", ...texts }, cluster.clock.now());
      if (phase !== undefined) {
        object.status = { ...(object.status as object), phase };
      }
      return true;
    },
  });
}

/** Deletes Pods of deleted nodes. */
export const orphanedPodCollector: SimulatedController = {
  name: "pod-garbage-collector-controller",
  start(simulation) {
    const { pods, nodes, cluster } = simulation;
    const loop = createLoop(cluster, {
      name: "pod-garbage-collector-controller",
      reconcile: async (key) => {
        const pod = pods.get(key);
        if (
          pod !== undefined &&
          pod.nodeName !== "" &&
          nodes.get(cluster.keyOf(NODE, "", pod.nodeName)) === undefined
        ) {
          const isOver = pod.phase === "Succeeded" || pod.phase === "Failed";
          const why = { reason: "DeletionByPodGC", message: "PodGC: node no longer exists" };
          await (isOver ? undefined : disrupt(simulation, pod, { ...why, phase: "Failed" }));
          await cluster.remove(COLLECTOR, pod, { gracePeriodSeconds: 0 });
        }
        return undefined;
      },
    });
    const addPodsOf = (node: string) => {
      for (const { key } of pods.by("node", node)) {
        loop.addAfter(key, QUARANTINE_MS);
      }
    };
    nodes.onChange(({ now, before }) => {
      if (now === undefined) {
        addPodsOf(before?.metadata.name ?? "");
      }
    });
    const isLost = ({ nodeName }: PodRecord) =>
      nodeName !== "" && nodes.get(cluster.keyOf(NODE, "", nodeName)) === undefined;
    const begin = () => {
      for (const pod of [...pods.all()].filter(isLost)) {
        loop.addAfter(pod.key, QUARANTINE_MS);
      }
    };
    return { begin, stop: loop.stop };
  },
};
