import type { Timer } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import { createLoop } from "../cluster/loop.ts";
import { isReadyNode } from "../nodes/node-state.ts";
import type { Node } from "../objects.ts";
import { isOver, type PodRecord } from "../pods/pod-record.ts";
import { NODE, type SimulatedController, type Simulation } from "../simulation.ts";
import { disruptPod } from "./disrupt-pod.ts";

const ACTOR = createActor("pod-garbage-collector");
/** Kubernetes: a deleted node may be created again within this time (gc_controller.go quarantineTime, v1.36). */
const QUARANTINE_MS = 40_000;
/** Kubernetes: this many finished Pods are kept, looked at this often (defaults.go RecommendedDefaultPodGCControllerConfiguration, v1.36). */
const KEPT = 12_500;
const LOOK_MS = 20_000;
const OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

/** Deletes Pods of nodes that are deleted or out of service, and the oldest finished Pods beyond the limit. */
export const podCollector: SimulatedController = {
  name: "pod-garbage-collector-controller",
  start(simulation) {
    const { pods, nodes, cluster } = simulation;
    const loop = createLoop(cluster, {
      name: "pod-garbage-collector-controller",
      reconcile: async (key) => {
        const pod = pods.get(key);
        await (pod === undefined ? undefined : collect(simulation, pod));
        return undefined;
      },
    });
    const addOf = (node: Node | undefined, delayMs: number) => {
      for (const { key } of pods.by("node", node?.metadata.name ?? "")) {
        loop.addAfter(key, delayMs);
      }
    };
    nodes.onChange(({ now, before }) => {
      if (now === undefined) {
        addOf(before, QUARANTINE_MS);
      } else if (isOutOfService(now)) {
        addOf(now, 0);
      }
    });
    const surplus = createLoop(cluster, {
      name: "pod-garbage-collector-controller",
      reconcile: async (key) => {
        const pod = pods.get(key);
        await (pod === undefined ? undefined : cluster.remove(ACTOR, pod, { gracePeriodSeconds: 0 }));
        return undefined;
      },
    });
    const watch = watchSurplus(simulation, surplus.add);
    const begin = () => {
      for (const pod of pods.all()) {
        if (pod.nodeName !== "" && nodeOf(simulation, pod) === undefined) {
          loop.addAfter(pod.key, QUARANTINE_MS);
        }
      }
    };
    return {
      begin,
      stop() {
        watch.stop();
        surplus.stop();
        loop.stop();
      },
    };
  },
};

function nodeOf({ nodes, cluster }: Simulation, { nodeName }: PodRecord): Node | undefined {
  return nodes.get(cluster.keyOf(NODE, "", nodeName));
}

function isOutOfService(node: Node): boolean {
  return !isReadyNode(node) && node.spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) === true;
}

async function collect(simulation: Simulation, pod: PodRecord): Promise<void> {
  const node = nodeOf(simulation, pod);
  const isOrphan = pod.nodeName !== "" && node === undefined;
  if (isOrphan && !isOver(pod)) {
    const why = { reason: "DeletionByPodGC", message: "PodGC: node no longer exists", phase: "Failed" };
    await disruptPod(simulation, { actor: ACTOR, pod }, why);
  }
  const isStuck = pod.isDeleting && node !== undefined && isOutOfService(node);
  if (isOrphan || isStuck) {
    await simulation.cluster.remove(ACTOR, pod, { gracePeriodSeconds: 0 });
  }
}

/** Calls `add` with the oldest finished Pods while there are more than the limit. */
function watchSurplus({ pods, cluster }: Simulation, add: (key: string) => void): { stop(): void } {
  let finished = 0;
  let timer: Timer | undefined;
  const look = () => {
    timer = undefined;
    const all = [...pods.all()]
      .filter((pod) => isOver(pod))
      .sort((a, b) => a.metadata.createdMs - b.metadata.createdMs);
    for (const { key } of all.slice(0, Math.max(all.length - KEPT, 0))) {
      add(key);
    }
  };
  pods.onChange(({ now, before }) => {
    finished += (now !== undefined && isOver(now) ? 1 : 0) - (before !== undefined && isOver(before) ? 1 : 0);
    if (finished > KEPT && timer === undefined) {
      timer = cluster.clock.setTimer(LOOK_MS, look);
    }
  });
  return { stop: () => timer?.cancel() };
}
