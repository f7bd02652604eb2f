import { deepEqual, objectAt } from "@kiln/api";
import type { Actor } from "@kiln/kinds";
import { createLoop } from "../cluster/loop.ts";
import { findCondition } from "../conditions.ts";
import type { Pod } from "../objects.ts";
import { type PodRecord, toMs } from "../pods/pod-record.ts";
import { type PodScript, readScript } from "../pods/pod-script.ts";
import { podStatusAt } from "../pods/pod-status.ts";
import { setStopped } from "../pods/stopped-status.ts";
import type { SimulatedController, Simulation } from "../simulation.ts";
import { type Rejection, rejectionOf } from "./admit-pod.ts";
import { isLost, isLostNow, nodeAddress } from "./node-state.ts";

/** User of a node's kubelet; managed fields and permissions are those of a kubelet. */
export function kubeletActor(node: string): Actor {
  return {
    user: { name: `system:node:${node}`, groups: ["system:nodes", "system:authenticated"] },
    program: "kubelet",
  };
}

/** A controller replaces a rejected Pod by one that is rejected as well: at the pace of a cluster, not of the processor. */
const REJECT_AFTER_MS = 2000;

interface Kubelet {
  readonly simulation: Simulation;
  /** Start times of Pods in milliseconds by uid; their status has whole seconds only. */
  readonly started: Map<string, number>;
}

/** Simulates the kubelets of all nodes: the phases of their Pods. */
export const kubelet: SimulatedController = {
  name: "kubelet",
  start(simulation) {
    const { cluster, pods, nodes } = simulation;
    const state: Kubelet = { simulation, started: new Map() };
    const loop = createLoop(cluster, { name: "kubelet", reconcile: (key) => reconcile(state, key), width: 256 });
    const isOver = ({ phase, isDeleting }: PodRecord) => (phase === "Succeeded" || phase === "Failed") && !isDeleting;
    pods.onChange(({ key, now, before }) => {
      if (now === undefined) {
        state.started.delete(before?.metadata.uid ?? "");
      } else if (now.nodeName !== "" && !isOver(now)) {
        loop.add(key);
      }
    });
    // A node that reports again handles its Pods again.
    nodes.onChange(({ now, before }) => {
      if (now !== undefined && (before === undefined || isLost(before) !== isLost(now))) {
        for (const { key } of pods.by("node", now.metadata.name)) {
          loop.add(key);
        }
      }
    });
    const begin = () => {
      for (const pod of pods.all()) {
        if (pod.nodeName !== "" && !isOver(pod)) {
          loop.add(pod.key);
        }
      }
    };
    return { begin, stop: loop.stop };
  },
};

async function reconcile({ simulation, started }: Kubelet, key: string): Promise<number | undefined> {
  const { cluster, pods, addresses } = simulation;
  const record = pods.get(key);
  if (simulation.staged.has("Pod")) {
    return undefined;
  }
  if (record === undefined || record.nodeName === "" || isLostNow(simulation, record.nodeName)) {
    return undefined;
  }
  const pod = cluster.read(record) as Pod | undefined;
  if (pod === undefined || pod.metadata.uid !== record.metadata.uid) {
    return undefined;
  }
  const nowMs = cluster.clock.now().getTime();
  const script = readScript(pod.metadata.annotations, record.controller?.kind === "Job");
  if (record.isDeleting) {
    return stopPod(simulation, { pod, record, script, nowMs });
  }
  const { uid } = record.metadata;
  const startedMs = started.get(uid) ?? (pod.status?.startTime === undefined ? nowMs : toMs(pod.status.startTime));
  started.set(uid, startedMs);
  if (pod.status?.startTime === undefined && findCondition(pod.status?.conditions, "PodScheduled") === undefined) {
    const rejection = rejectionOf(simulation, record, pod);
    const leftMs = record.metadata.createdMs + REJECT_AFTER_MS - nowMs;
    if (rejection !== undefined && leftMs > 0) {
      return leftMs;
    }
    if (rejection !== undefined) {
      await reject(simulation, record, rejection);
      return undefined;
    }
  }
  const hostIP = nodeAddress(simulation, record.nodeName);
  const podIP = pod.status?.podIP ?? (pod.spec.hostNetwork === true ? hostIP : addresses.take(uid));
  const { status, nextMs } = podStatusAt(pod, script, { startedMs, nowMs, podIP, hostIP });
  if (!deepEqual(status, pod.status ?? {})) {
    reportBackOff(simulation, pod, status);
    await cluster.change(kubeletActor(record.nodeName), record, {
      subresource: "status",
      change(object) {
        object.status = status;
        return true;
      },
    });
  }
  return nextMs === undefined ? undefined : startedMs + nextMs - cluster.clock.now().getTime();
}

async function reject({ cluster, record: report }: Simulation, pod: PodRecord, rejection: Rejection): Promise<void> {
  const { reason, message } = rejection;
  const actor = kubeletActor(pod.nodeName);
  report(actor, { component: "kubelet", about: pod, type: "Warning", reason, message });
  await cluster.change(actor, pod, {
    subresource: "status",
    change(object) {
      const status = { phase: "Failed", reason, message: `Pod was rejected: ${message}` };
      object.status = { ...objectAt(object, "status"), ...status };
      return true;
    },
  });
}

interface Stopping {
  readonly pod: Pod;
  readonly record: PodRecord;
  readonly script: PodScript;
  readonly nowMs: number;
}

/** Ends a Pod that is being deleted; one held by a finalizer becomes Failed first. */
async function stopPod({ cluster }: Simulation, { pod, record, script, nowMs }: Stopping): Promise<number | undefined> {
  const graceMs = Number(pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  const markedMs = toMs(pod.metadata.deletionTimestamp) - graceMs;
  const leftMs = markedMs + Math.min(script.stopMs, graceMs) - nowMs;
  if (leftMs > 0) {
    return leftMs;
  }
  const actor = kubeletActor(record.nodeName);
  if (record.metadata.hasFinalizers && record.phase !== "Succeeded" && record.phase !== "Failed") {
    await cluster.change(actor, record, {
      subresource: "status",
      change(object) {
        setStopped(object, cluster.clock.now());
        return true;
      },
    });
  }
  if (graceMs > 0 || !record.metadata.hasFinalizers) {
    await cluster.remove(actor, record, { gracePeriodSeconds: 0 });
  }
  return undefined;
}

function reportBackOff({ record }: Simulation, pod: Pod, status: { readonly containerStatuses?: unknown }): void {
  const statuses = (status.containerStatuses ?? []) as { name: string; state: { waiting?: { reason: string } } }[];
  const { name = "", namespace = "", uid = "" } = pod.metadata;
  for (const container of statuses) {
    if (container.state.waiting?.reason === "CrashLoopBackOff") {
      record(kubeletActor(pod.spec.nodeName ?? ""), {
        component: "kubelet",
        about: { apiVersion: "v1", kind: "Pod", metadata: { name, namespace, uid } },
        type: "Warning",
        reason: "BackOff",
        message: `Back-off restarting failed container ${container.name} in pod ${name}_${namespace}(${uid})`,
        fieldPath: `spec.containers{${container.name}}`,
      });
    }
  }
}
