import type { PodRecord } from "../../pods/pod-record.ts";
import { ACTOR, INDEX, isIndexed, type Job, type JobRun, parseIndexes, printIndexes, TRACKING } from "./job.ts";

/** The Pods of a Job, and the counts that its status has, or is about to have. */
export interface Counted {
  readonly active: readonly PodRecord[];
  readonly terminating: number;
  /** Uids of finished Pods that are not counted in the status yet. */
  readonly uncounted: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
  readonly succeeded: number;
  readonly failed: number;
  readonly completed: ReadonlySet<number>;
  readonly failedIndexes: ReadonlySet<number>;
  /** When the last Pod failed; 0 if none did. */
  readonly lastFailureMs: number;
}

export function indexOf({ labels }: PodRecord): number {
  return Number(labels[INDEX] ?? -1);
}

/**
 * Each finished Pod is counted once: its uid is added to the status, then its finalizer is removed, then it is added to
 * the count and its uid removed. After a restart in between, this continues.
 */
export function countPods(
  job: Job,
  pods: readonly PodRecord[],
  nowMs: number,
  isIgnored: (pod: PodRecord) => boolean,
): Counted {
  const status = job.status ?? {};
  const listed = status.uncountedTerminatedPods ?? {};
  const held = new Map(pods.filter(({ hasFinalizers }) => hasFinalizers).map((pod) => [pod.metadata.uid, pod]));
  const isOver = (uid: string) => !held.has(uid);
  const counted = {
    succeeded: (listed.succeeded ?? []).filter(isOver).length,
    failed: (listed.failed ?? []).filter(isOver).length,
  };
  const completed = parseIndexes(status.completedIndexes);
  const failedIndexes = parseIndexes(status.failedIndexes);
  const uncounted = { succeeded: [] as string[], failed: [] as string[] };
  let lastFailureMs = 0;
  for (const pod of held.values()) {
    const isGone = pod.isDeleting && pod.phase !== "Succeeded";
    if (pod.phase === "Succeeded" && !(isIndexed(job) && completed.has(indexOf(pod)))) {
      uncounted.succeeded.push(pod.metadata.uid);
      completed.add(indexOf(pod));
    } else if (pod.phase === "Failed" || (isGone && pod.nodeName === "")) {
      lastFailureMs = nowMs;
      if (!isIgnored(pod)) {
        uncounted.failed.push(pod.metadata.uid);
      }
      if (
        job.spec.backoffLimitPerIndex !== undefined &&
        failuresOf(pods, indexOf(pod)) > job.spec.backoffLimitPerIndex
      ) {
        failedIndexes.add(indexOf(pod));
      }
    }
  }
  const active = pods.filter(({ phase, isDeleting }) => phase !== "Succeeded" && phase !== "Failed" && !isDeleting);
  return {
    active,
    terminating: pods.filter(({ phase, isDeleting }) => isDeleting && phase !== "Succeeded" && phase !== "Failed")
      .length,
    uncounted,
    succeeded: (status.succeeded ?? 0) + counted.succeeded,
    failed: (status.failed ?? 0) + counted.failed,
    completed: isIndexed(job) ? completed : new Set(),
    failedIndexes,
    lastFailureMs,
  };
}

function failuresOf(pods: readonly PodRecord[], index: number): number {
  return pods.filter((pod) => indexOf(pod) === index && pod.phase === "Failed").length;
}

/** The counts as the status has them. */
export function encodeCounts(job: Job, counted: Counted): object {
  const { uncounted, succeeded, failed, completed, failedIndexes } = counted;
  return {
    ...(succeeded === 0 ? {} : { succeeded }),
    ...(failed === 0 ? {} : { failed }),
    ...(isIndexed(job) && completed.size > 0 ? { completedIndexes: printIndexes(completed) } : {}),
    ...(failedIndexes.size > 0 ? { failedIndexes: printIndexes(failedIndexes) } : {}),
    uncountedTerminatedPods: {
      ...(uncounted.succeeded.length === 0 ? {} : { succeeded: uncounted.succeeded }),
      ...(uncounted.failed.length === 0 ? {} : { failed: uncounted.failed }),
    },
  };
}

/** Removes the finalizer of Pods that are counted, or about to be. */
export async function releasePods({ simulation }: JobRun, pods: Iterable<PodRecord>): Promise<void> {
  const released = [...pods].filter(({ hasFinalizers }) => hasFinalizers);
  await Promise.all(
    released.map((pod) =>
      simulation.cluster.change(ACTOR, pod, {
        change({ metadata }) {
          const meta = metadata as { finalizers?: string[] };
          const kept = (meta.finalizers ?? []).filter((one) => one !== TRACKING);
          const isHeld = kept.length !== (meta.finalizers ?? []).length;
          meta.finalizers = kept;
          return isHeld;
        },
      }),
    ),
  );
}
