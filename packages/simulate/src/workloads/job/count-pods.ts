import type { Pod } from "../../objects.ts";
import { isActive, isOver, JOB_TRACKING, type PodRecord } from "../../pods/pod-record.ts";
import { judgeFailure, type Verdict } from "./failure-policy.ts";
import {
  ACTOR,
  hasLimitPerIndex,
  INDEX,
  isIndexed,
  type Job,
  type JobRun,
  parseIndexes,
  replacesOnlyFailed,
} from "./job.ts";

/** Counts and Pods of a Job on which its next steps depend. */
export interface Counted {
  readonly active: readonly PodRecord[];
  /** Pods that are terminating and not finished. */
  readonly terminating: readonly PodRecord[];
  /** Finished Pods that the status does not count yet. */
  readonly newSucceeded: readonly PodRecord[];
  readonly newFailed: readonly PodRecord[];
  /** Counts of the status and of new Pods; failures that the policy ignores are left out. */
  readonly succeeded: number;
  readonly failed: number;
  readonly completed: ReadonlySet<number>;
  readonly failedIndexes: ReadonlySet<number>;
  /** Rule of the failure policy for each failed Pod that matches one, by uid. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

export function indexOf({ labels }: PodRecord): number {
  return Number(labels[INDEX] ?? -1);
}

/**
 * Kubernetes: deleted Pods count as failed, because the ones of lost nodes never get that far, unless only failed ones
 * are replaced (job_controller.go isPodFailed, v1.36).
 */
export function isFailed(job: Job, { phase, isDeleting }: PodRecord): boolean {
  return phase === "Failed" || (!replacesOnlyFailed(job) && isDeleting && phase !== "Succeeded");
}

export function countPods(run: JobRun, pods: readonly PodRecord[]): Counted {
  const { job } = run;
  const status = job.status ?? {};
  const completions = completionsOf(job);
  const listed = new Set([
    ...(status.uncountedTerminatedPods?.succeeded ?? []),
    ...(status.uncountedTerminatedPods?.failed ?? []),
  ]);
  const isValid = (pod: PodRecord) => !isIndexed(job) || (indexOf(pod) >= 0 && indexOf(pod) < completions);
  const fresh = pods.filter((pod) => pod.metadata.isTracked && !listed.has(pod.metadata.uid) && isValid(pod));
  const newSucceeded = fresh.filter(({ phase }) => phase === "Succeeded");
  const newFailed = fresh.filter((pod) => isFailed(job, pod));
  const verdicts = verdictsOf(run, pods);
  const counting = newFailed.filter(({ metadata }) => verdicts.get(metadata.uid)?.action !== "Ignore");
  const completed = parseIndexes(isIndexed(job) ? status.completedIndexes : "", completions);
  for (const pod of isIndexed(job) ? newSucceeded : []) {
    completed.add(indexOf(pod));
  }
  const succeeded = sum(status.succeeded, newSucceeded.length, status.uncountedTerminatedPods?.succeeded?.length);
  return {
    active: pods.filter(isActive),
    terminating: pods.filter((pod) => pod.isDeleting && !isOver(pod)),
    newSucceeded,
    newFailed,
    succeeded: isIndexed(job) ? completed.size : succeeded,
    failed: sum(status.failed, counting.length, status.uncountedTerminatedPods?.failed?.length),
    completed,
    failedIndexes: failedIndexesOf(run, pods.filter(isValid), verdicts),
    verdicts,
  };
}

export function completionsOf({ spec }: Job): number {
  return spec.completions ?? Number.POSITIVE_INFINITY;
}

function sum(...parts: (number | undefined)[]): number {
  return parts.reduce((total: number, part) => total + (part ?? 0), 0);
}

function verdictsOf({ simulation, job }: JobRun, pods: readonly PodRecord[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const pod of job.spec.podFailurePolicy === undefined ? [] : pods) {
    const whole = pod.metadata.isTracked && isFailed(job, pod) ? simulation.cluster.read(pod) : undefined;
    const verdict = whole === undefined ? undefined : judgeFailure(job, whole as Pod);
    if (verdict !== undefined) {
      verdicts.set(pod.metadata.uid, verdict);
    }
  }
  return verdicts;
}

const FAILURE_COUNT = "batch.kubernetes.io/job-index-failure-count";
const IGNORED_COUNT = "batch.kubernetes.io/job-index-ignored-failure-count";

/** Number of times that Pods of this index had failed before this one. */
export interface IndexFailures {
  readonly counted: number;
  readonly ignored: number;
}

export function failuresBefore({ simulation }: JobRun, pod: PodRecord): IndexFailures {
  const { annotations } = simulation.cluster.read(pod)?.metadata ?? {};
  const read = (name: string) => Number.parseInt(annotations?.[name] ?? "", 10) || 0;
  return { counted: read(FAILURE_COUNT), ignored: read(IGNORED_COUNT) };
}

/** Annotations of the first Pod of an index, or of the Pod that replaces a failed one. */
export function failureAnnotations(run: JobRun, failed: PodRecord | undefined, counted: Counted) {
  const before = failed === undefined ? { counted: 0, ignored: 0 } : failuresBefore(run, failed);
  const isIgnored = failed !== undefined && counted.verdicts.get(failed.metadata.uid)?.action === "Ignore";
  const ignored = before.ignored + (isIgnored ? 1 : 0);
  return {
    [FAILURE_COUNT]: String(before.counted + (failed === undefined || isIgnored ? 0 : 1)),
    ...(ignored === 0 ? {} : { [IGNORED_COUNT]: String(ignored) }),
  };
}

function failedIndexesOf(
  run: JobRun,
  pods: readonly PodRecord[],
  verdicts: ReadonlyMap<string, Verdict>,
): ReadonlySet<number> {
  const { job } = run;
  if (!hasLimitPerIndex(job)) {
    return new Set();
  }
  const failed = parseIndexes(job.status?.failedIndexes, completionsOf(job));
  for (const pod of pods.filter((one) => one.metadata.isTracked && isFailed(job, one))) {
    const action = verdicts.get(pod.metadata.uid)?.action;
    const isAtLimit = () => failuresBefore(run, pod).counted >= (job.spec.backoffLimitPerIndex ?? 0);
    if (action === "FailIndex" || (action !== "Ignore" && isAtLimit())) {
      failed.add(indexOf(pod));
    }
  }
  return failed;
}

/**
 * Last failed Pod of each index that gets another Pod. It keeps its finalizer until then, because it has the failure
 * count of the index.
 */
export function awaitedPods(run: JobRun, pods: readonly PodRecord[], counted: Counted): Map<number, PodRecord> {
  const { job } = run;
  const awaited = new Map<number, PodRecord>();
  const running = new Set(counted.active.map(indexOf));
  for (const pod of hasLimitPerIndex(job) ? pods : []) {
    const index = indexOf(pod);
    const isSettled = counted.completed.has(index) || counted.failedIndexes.has(index) || running.has(index);
    if (pod.metadata.isTracked && isFailed(job, pod) && !isSettled && index >= 0 && index < completionsOf(job)) {
      const other = awaited.get(index);
      if (other === undefined || other.metadata.createdMs <= pod.metadata.createdMs) {
        awaited.set(index, pod);
      }
    }
  }
  return awaited;
}

/** Removes the finalizers of Pods that are counted. */
export async function releasePods(
  { simulation }: Pick<JobRun, "simulation">,
  pods: Iterable<PodRecord>,
): Promise<void> {
  const released = [...pods].filter(({ metadata }) => metadata.isTracked);
  await Promise.all(
    released.map((pod) =>
      simulation.cluster.change(ACTOR, pod, {
        change({ metadata }) {
          const meta = metadata as { finalizers?: string[] };
          const kept = (meta.finalizers ?? []).filter((one) => one !== JOB_TRACKING);
          const isHeld = kept.length !== (meta.finalizers ?? []).length;
          meta.finalizers = kept;
          return isHeld;
        },
      }),
    ),
  );
}
