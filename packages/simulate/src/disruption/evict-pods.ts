import { minOf } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import { createLoop } from "../cluster/loop.ts";
import type { Pod } from "../objects.ts";
import { toMs } from "../pods/pod-record.ts";
import { tolerates } from "../scheduler/taints.ts";
import { NODE, type SimulatedController, type Simulation } from "../simulation.ts";
import { disruptPod } from "./disrupt-pod.ts";

const TAINTS = createActor("node-controller");

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
  await disruptPod(
    simulation,
    { actor: TAINTS, pod },
    {
      reason: "DeletionByTaintManager",
      message: "Taint manager: deleting due to NoExecute taint",
    },
  );
  await cluster.remove(TAINTS, pod);
  return undefined;
}
