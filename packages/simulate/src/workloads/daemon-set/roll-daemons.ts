import { appendAll } from "@kiln/api";
import { isAvailable, type PodRecord } from "../../pods/pod-record.ts";
import { type DaemonRun, HASH_LABEL, updateLimits } from "./daemon-set.ts";
import type { Placement } from "./place-daemons.ts";

interface OnNode {
  readonly name: string;
  readonly shouldRun: boolean;
  readonly made: PodRecord | undefined;
  readonly old: PodRecord | undefined;
  /** Whether the node has several old or several new Pods, which are replaced first. */
  readonly isCrowded: boolean;
}

/** The next step of a rolling update. */
export function rollDaemons(run: DaemonRun): Placement {
  if (run.set.spec.updateStrategy.type !== "RollingUpdate") {
    return { create: [], remove: [] };
  }
  const limits = updateLimits(run);
  const there = nodesWithPods(run);
  const available = (pod: PodRecord | undefined) =>
    pod !== undefined && isAvailable(pod, run.set.spec.minReadySeconds ?? 0, run.nowMs);
  return limits.surge === 0
    ? { create: [], remove: replaceable(there, limits.unavailable, available) }
    : surge(run, there, { most: limits.surge, available });
}

function nodesWithPods({ byNode, nodes, hash }: DaemonRun): OnNode[] {
  const fits = new Map(nodes.map(({ node, fit }) => [node.metadata.name, fit]));
  return [...byNode].map(([name, pods]) => {
    const staying = pods.filter(({ isDeleting }) => !isDeleting);
    const made = staying.filter((pod) => pod.labels[HASH_LABEL] === hash);
    const old = staying.filter((pod) => pod.labels[HASH_LABEL] !== hash);
    const shouldRun = fits.get(name)?.shouldRun === true;
    return { name, shouldRun, made: made[0], old: old[0], isCrowded: made.length > 1 || old.length > 1 };
  });
}

type Available = (pod: PodRecord | undefined) => boolean;

/** Kubernetes: which Pods an update deletes (daemon/update.go rollingUpdate, v1.36). */
function replaceable(there: readonly OnNode[], most: number, available: Available): PodRecord[] {
  const broken: PodRecord[] = [];
  const candidates: PodRecord[] = [];
  let missing = 0;
  for (const { made, old, isCrowded } of there) {
    if (isCrowded || (made === undefined) === (old === undefined)) {
      missing++;
    } else if (old === undefined) {
      missing += available(made) ? 0 : 1;
    } else if (available(old)) {
      candidates.push(old);
    } else {
      missing++;
      broken.push(old);
    }
  }
  return [...broken, ...candidates.slice(0, Math.max(most - missing, 0))];
}

interface Surging {
  readonly most: number;
  readonly available: Available;
}

/**
 * Kubernetes: with a surge, new Pods are created before old ones are deleted (daemon/update.go rollingUpdate, v1.36).
 */
function surge({ nodes }: DaemonRun, there: readonly OnNode[], { most, available }: Surging): Placement {
  const remove: PodRecord[] = [];
  const sunset: PodRecord[] = [];
  const urgent: string[] = [];
  const candidates: string[] = [];
  let surging = 0;
  let availableCount = 0;
  for (const { name, shouldRun, made, old, isCrowded } of there) {
    if (isCrowded) {
      surging++;
      continue;
    }
    availableCount += available(old ?? made) ? 1 : 0;
    if (old !== undefined && made !== undefined) {
      available(made) ? remove.push(old) : surging++;
    } else if (old !== undefined && !shouldRun) {
      (available(old) ? sunset : remove).push(old);
    } else if (old !== undefined) {
      (available(old) ? candidates : urgent).push(name);
    }
  }
  const wanted = nodes.filter(({ fit }) => fit.shouldRun).length;
  appendAll(remove, sunset.slice(0, Math.max(availableCount - wanted, 0)));
  return { create: [...urgent, ...candidates.slice(0, Math.max(most - surging, 0))], remove };
}
