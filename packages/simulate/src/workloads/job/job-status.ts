import { printTime } from "@kiln/api";
import { findCondition } from "../../conditions.ts";
import { type Condition, isSame, withoutZeros } from "../../objects.ts";
import type { PodRecord } from "../../pods/pod-record.ts";
import { type Counted, isFailed } from "./count-pods.ts";
import { ACTOR, hasLimitPerIndex, isIndexed, type JobRun, type JobStatus, printIndexes, report } from "./job.ts";
import type { JobEnd } from "./job-end.ts";
import type { Managed } from "./manage-pods.ts";

export interface Outcome {
  readonly pods: readonly PodRecord[];
  readonly counted: Counted;
  readonly end: JobEnd | undefined;
  readonly managed: Managed;
  readonly awaited: ReadonlyMap<number, PodRecord>;
}

/**
 * Writes the status so that each finished Pod is counted once, even if the process is killed in between: the Pod's uid
 * is added to the status, its finalizer is removed, and then the count increases as the uid is removed. Returns the
 * Pods whose finalizer may be removed.
 */
export async function writeStatus(run: JobRun, outcome: Outcome): Promise<readonly PodRecord[]> {
  const { simulation, job } = run;
  const { end, managed, counted } = outcome;
  const { released, tracking } = track(run, outcome);
  const { succeeded = [], failed = [] } = tracking.uncountedTerminatedPods ?? {};
  const terminating = counted.terminating.length + managed.deleted.length;
  const isCounted = succeeded.length + failed.length + terminating === 0;
  const status = { ...statusOf(run, outcome, isCounted), ...tracking, terminating };
  if (!isSame(status, job.status ?? {})) {
    await simulation.cluster.change(ACTOR, job, {
      subresource: "status",
      change(object) {
        object.status = status as never;
        return true;
      },
    });
    if (end !== undefined && isCounted) {
      reportEnd(run, end, tracking.succeeded ?? 0);
    }
  }
  return released;
}

interface Tracked {
  readonly released: readonly PodRecord[];
  readonly tracking: JobStatus;
}

/** Computes the counts, the uids about to be counted, and the Pods whose finalizer is removed. */
function track({ job }: JobRun, { pods, counted, end, awaited }: Outcome): Tracked {
  const status = job.status ?? {};
  const held = new Map(pods.filter(({ metadata }) => metadata.isTracked).map((pod) => [pod.metadata.uid, pod]));
  const before = { succeeded: [], failed: [], ...status.uncountedTerminatedPods };
  const succeeded: string[] = before.succeeded.filter((uid: string) => held.has(uid));
  const failed: string[] = before.failed.filter((uid: string) => held.has(uid));
  const gone = { succeeded: before.succeeded.length - succeeded.length, failed: before.failed.length - failed.length };
  const released: PodRecord[] = [];
  for (const [uid, pod] of held) {
    const hasFailed = isFailed(job, pod);
    const mayGo = job.metadata.deletionTimestamp != null || end !== undefined || pod.phase === "Succeeded" || hasFailed;
    if (!mayGo || (end === undefined && [...awaited.values()].includes(pod))) {
      continue;
    }
    released.push(pod);
    if (pod.phase === "Succeeded") {
      // For a Job with indexes, the index is enough to count a Pod once.
      isIndexed(job) || succeeded.includes(uid) || failed.includes(uid) || succeeded.push(uid);
    } else if (hasFailed || end?.isSuccess === false) {
      const isIgnored = counted.verdicts.get(uid)?.action === "Ignore";
      isIgnored || failed.includes(uid) || failed.push(uid);
    }
  }
  const total = isIndexed(job) ? counted.completed.size : (status.succeeded ?? 0) + gone.succeeded;
  const tracking: JobStatus = {
    ...withoutZeros({
      succeeded: total,
      failed: (status.failed ?? 0) + gone.failed,
      completedIndexes: isIndexed(job) ? printIndexes(counted.completed) : "",
    }),
    ...(hasLimitPerIndex(job) ? { failedIndexes: printIndexes(counted.failedIndexes) } : {}),
    uncountedTerminatedPods: withoutZeros({ succeeded, failed }) as never,
  };
  return { released, tracking };
}

function statusOf(run: JobRun, { counted, end, managed }: Outcome, isCounted: boolean): object {
  const { job, now } = run;
  const before = job.status ?? {};
  const time = printTime(now);
  const isResumed = findCondition(before.conditions, "Suspended")?.status === "True";
  const startTime = job.spec.suspend === true ? undefined : isResumed ? time : (before.startTime ?? time);
  const isReady = ({ isReady: ready }: PodRecord) => ready;
  return {
    ...withoutZeros({
      conditions: conditionsOf(run, end, isCounted),
      startTime,
      completionTime: end?.isSuccess === true && isCounted ? time : before.completionTime,
      active: managed.active,
    }),
    ready: counted.active.filter(isReady).length - managed.deleted.filter(isReady).length,
  };
}

function reportEnd(run: JobRun, { isSuccess, reason, message }: JobEnd, succeeded: number): void {
  if (!isSuccess) {
    report(run, "Warning", reason, message);
    return;
  }
  if (succeeded > (run.job.spec.completions ?? Number.POSITIVE_INFINITY)) {
    const tooMany = "Too many succeeded pods running after completion count reached";
    report(run, "Warning", "TooManySucceededPods", tooMany);
  }
  report(run, "Normal", "Completed", "Job completed");
}

function conditionsOf(run: JobRun, end: JobEnd | undefined, isCounted: boolean): Condition[] {
  const { job, now } = run;
  const conditions = [...(job.status?.conditions ?? [])];
  const time = printTime(now);
  const set = (type: string, status: string, { reason, message }: Pick<JobEnd, "reason" | "message">): boolean => {
    const known = findCondition(conditions, type);
    if (known?.status === status && known.reason === reason && known.message === message) {
      return false;
    }
    const lastTransitionTime = known?.status === status ? (known.lastTransitionTime ?? time) : time;
    const made: Condition = { type, status, lastProbeTime: time, lastTransitionTime, reason, message };
    known === undefined ? conditions.push(made) : conditions.splice(conditions.indexOf(known), 1, made);
    return true;
  };
  if (end !== undefined) {
    set(end.isSuccess ? "SuccessCriteriaMet" : "FailureTarget", "True", end);
    if (isCounted) {
      set(end.isSuccess ? "Complete" : "Failed", "True", end);
    }
  } else if (job.spec.suspend === true) {
    if (set("Suspended", "True", { reason: "JobSuspended", message: "Job suspended" })) {
      report(run, "Normal", "Suspended", "Job suspended");
    }
  } else if (findCondition(conditions, "Suspended") !== undefined) {
    if (set("Suspended", "False", { reason: "JobResumed", message: "Job resumed" })) {
      report(run, "Normal", "Resumed", "Job resumed");
    }
  }
  return conditions;
}
