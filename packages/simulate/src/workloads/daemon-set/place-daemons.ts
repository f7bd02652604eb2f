import { appendAll } from "@kiln/api";
import { refOf } from "../../cluster/event-recorder.ts";
import { isAvailable, type PodRecord } from "../../pods/pod-record.ts";
import { ACTOR, type DaemonRun, HASH_LABEL, updateLimits } from "./daemon-set.ts";

/** Nodes on which a Pod is created, and Pods to delete. */
export interface Placement {
  readonly create: string[];
  readonly remove: PodRecord[];
}

/** Places one Pod on every node that should run it, or two while an update surges; deletes finished Pods. */
export function placeDaemons(run: DaemonRun): Placement {
  const placement: Placement = { create: [], remove: [] };
  for (const { node, fit } of run.nodes) {
    const there = run.byNode.get(node.metadata.name) ?? [];
    const staying = there.filter(({ isDeleting }) => !isDeleting);
    const finished = staying.filter(({ phase }) => phase === "Failed" || phase === "Succeeded");
    const living = staying
      .filter((pod) => !finished.includes(pod))
      .sort((a, b) => a.metadata.createdMs - b.metadata.createdMs);
    if (!fit.mayStay && !fit.shouldRun) {
      appendAll(placement.remove, staying);
      continue;
    }
    for (const pod of finished) {
      reportFinished(run, pod, node.metadata.name);
    }
    appendAll(placement.remove, finished);
    const isSurging = updateLimits(run).surge > 0;
    if (fit.shouldRun && (isSurging ? staying.length === 0 : there.length === 0)) {
      placement.create.push(node.metadata.name);
    }
    appendAll(placement.remove, isSurging ? surplusOfSurge(run, living) : living.slice(1));
  }
  return placement;
}

/**
 * Pods to delete on a node during a surge. The old and the new Pod stay as long as the old one is ready and the new one
 * is not available yet.
 */
function surplusOfSurge({ set, hash, nowMs }: DaemonRun, living: readonly PodRecord[]): readonly PodRecord[] {
  const isNew = (pod: PodRecord) => pod.labels[HASH_LABEL] === hash;
  const made = living.find(isNew);
  const old = living.find((pod) => !isNew(pod));
  const surplus = living.filter((pod) => pod !== made && pod !== old);
  const isReplaced =
    made !== undefined &&
    old !== undefined &&
    (!old.isReady || isAvailable(made, set.spec.minReadySeconds ?? 0, nowMs));
  return isReplaced ? [...surplus, old] : surplus;
}

function reportFinished({ simulation, set }: DaemonRun, { metadata, phase }: PodRecord, node: string): void {
  const isFailed = phase === "Failed";
  const pod = `${metadata.namespace}/${metadata.name}`;
  simulation.record(ACTOR, {
    component: "daemonset-controller",
    about: refOf(set),
    type: isFailed ? "Warning" : "Normal",
    reason: isFailed ? "FailedDaemonPod" : "SucceededDaemonPod",
    message: `Found ${isFailed ? "failed" : "succeeded"} daemon pod ${pod} on node ${node}, will try to ${isFailed ? "kill" : "delete"} it`,
  });
}
