import type { JsonObject } from "@kiln/api";
import { objectsAt } from "@kiln/api";
import { findCondition } from "../../conditions.ts";
import { type PodRecord, toMs } from "../../pods/pod-record.ts";
import { type Counted, completionsOf } from "./count-pods.ts";
import { hasLimitPerIndex, isIndexed, type Job, type JobRun } from "./job.ts";
import { matchSuccessPolicy } from "./success-policy.ts";

/** Final condition of a Job. */
export interface JobEnd {
  readonly isSuccess: boolean;
  readonly reason: string;
  readonly message: string;
}

/**
 * End of the Job as far as it is decided before Pods are created or deleted. Kubernetes: earlier decisions come first,
 * then failures, then the success policy (job_controller.go syncJob, v1.36).
 */
export function decidedEnd(run: JobRun, pods: readonly PodRecord[], counted: Counted): JobEnd | undefined {
  const { job } = run;
  return (
    endBefore(job) ??
    policyEnd(counted) ??
    limitEnd(run, pods, counted) ??
    indexEnd(job, counted) ??
    successEnd(job, counted)
  );
}

function endBefore({ status }: Job): JobEnd | undefined {
  for (const [type, isSuccess] of [
    ["SuccessCriteriaMet", true],
    ["FailureTarget", false],
  ] as const) {
    const found = findCondition(status?.conditions, type);
    if (found?.status === "True") {
      return { isSuccess, reason: found.reason ?? "", message: found.message ?? "" };
    }
  }
  return undefined;
}

function failure(reason: string, message: string): JobEnd {
  return { isSuccess: false, reason, message };
}

function policyEnd({ verdicts }: Counted): JobEnd | undefined {
  const verdict = [...verdicts.values()].find(({ action }) => action === "FailJob");
  return verdict === undefined ? undefined : failure("PodFailurePolicy", verdict.message);
}

function limitEnd(run: JobRun, pods: readonly PodRecord[], { failed }: Counted): JobEnd | undefined {
  const { spec } = run.job;
  if (failed > (spec.backoffLimit ?? 6) || hasRestartedTooOften(run, pods)) {
    return failure("BackoffLimitExceeded", "Job has reached the specified backoff limit");
  }
  const leftMs = deadlineMs(run);
  return leftMs !== undefined && leftMs <= 0
    ? failure("DeadlineExceeded", "Job was active longer than specified deadline")
    : undefined;
}

/** Milliseconds until the Job has been active for too long; undefined without a deadline. */
export function deadlineMs({ job, now }: JobRun): number | undefined {
  const { activeDeadlineSeconds, suspend } = job.spec;
  const startMs = toMs(job.status?.startTime);
  return activeDeadlineSeconds === undefined || startMs === 0 || suspend === true
    ? undefined
    : startMs + activeDeadlineSeconds * 1000 - now.getTime();
}

/** Kubernetes: restarts count where containers are restarted in place (job_controller.go pastBackoffLimitOnFailure, v1.36). */
function hasRestartedTooOften({ simulation, job }: JobRun, pods: readonly PodRecord[]): boolean {
  const { template, backoffLimit = 6 } = job.spec;
  if (template.spec.restartPolicy !== "OnFailure") {
    return false;
  }
  let restarts = 0;
  for (const pod of pods.filter(({ phase }) => phase === "Running" || phase === "Pending")) {
    const status = (simulation.cluster.read(pod)?.status ?? {}) as JsonObject;
    for (const { restartCount } of [
      ...objectsAt(status, "initContainerStatuses"),
      ...objectsAt(status, "containerStatuses"),
    ]) {
      restarts += Number(restartCount ?? 0);
    }
  }
  return restarts >= Math.max(backoffLimit, 1);
}

function indexEnd(job: Job, { completed, failedIndexes }: Counted): JobEnd | undefined {
  const { maxFailedIndexes } = job.spec;
  if (!hasLimitPerIndex(job)) {
    return undefined;
  }
  if (maxFailedIndexes !== undefined && failedIndexes.size > maxFailedIndexes) {
    const message = "Job has exceeded the specified maximal number of failed indexes";
    return failure("MaxFailedIndexesExceeded", message);
  }
  return failedIndexes.size > 0 && failedIndexes.size + completed.size >= completionsOf(job)
    ? failure("FailedIndexes", "Job has failed indexes")
    : undefined;
}

function successEnd(job: Job, { completed }: Counted): JobEnd | undefined {
  const message = isIndexed(job) ? matchSuccessPolicy(job, completed) : undefined;
  return message === undefined ? undefined : { isSuccess: true, reason: "SuccessPolicy", message };
}

/** End of the Job by completions; `active` is the number of active Pods. */
export function completedEnd({ spec }: Job, { succeeded }: Counted, active: number): JobEnd | undefined {
  const isComplete = active === 0 && (spec.completions === undefined ? succeeded > 0 : succeeded >= spec.completions);
  return isComplete
    ? { isSuccess: true, reason: "CompletionsReached", message: "Reached expected number of succeeded pods" }
    : undefined;
}
