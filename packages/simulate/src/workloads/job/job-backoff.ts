import { asText, type JsonObject, maxOf, objectAt, objectsAt } from "@kiln/api";
import { findCondition } from "../../conditions.ts";
import type { Pod } from "../../objects.ts";
import { type PodRecord, toMs } from "../../pods/pod-record.ts";
import { type Counted, failuresBefore } from "./count-pods.ts";
import type { JobRun } from "./job.ts";

const FIRST_MS = 10_000;
const LAST_MS = 600_000;

/** Failures of a Job since its last success, updated as Pods end. Lost when the server ends, as in Kubernetes. */
export interface Failures {
  count: number;
  lastMs: number;
}

/** Adds the newly finished Pods to the failures. */
export function noteFailures(run: JobRun, failures: Failures, { newSucceeded, newFailed }: Counted): void {
  if (newSucceeded.length > 0) {
    failures.count = 0;
    failures.lastMs = 0;
  }
  const succeededMs = maxOf(
    newSucceeded.map((pod) => finishedMs(run, pod)),
    0,
  );
  const times = newFailed.map((pod) => finishedMs(run, pod)).filter((ms) => ms > succeededMs);
  failures.count += times.length;
  failures.lastMs = maxOf(times, failures.lastMs);
}

/** Milliseconds until another Pod may be created for the Job. */
export function backoffMs({ now }: JobRun, { count, lastMs }: Failures): number {
  const delayMs = count === 0 ? 0 : Math.min(FIRST_MS * 2 ** (count - 1), LAST_MS);
  return Math.max(lastMs + delayMs - now.getTime(), 0);
}

/** Milliseconds until another Pod may be created for the index of a failed one. */
export function indexBackoffMs(run: JobRun, failed: PodRecord | undefined): number {
  if (failed === undefined) {
    return 0;
  }
  const { counted, ignored } = failuresBefore(run, failed);
  return backoffMs(run, { count: counted + ignored + 1, lastMs: finishedMs(run, failed) });
}

/**
 * Time at which a Pod finished. Kubernetes: the end of the last container, of the readiness, or the request to delete
 * the Pod (backoff_utils.go getFinishedTime, v1.36).
 */
function finishedMs({ simulation }: JobRun, record: PodRecord): number {
  const pod = simulation.cluster.read(record) as Pod | undefined;
  const ends = objectsAt((pod?.status ?? {}) as JsonObject, "containerStatuses").map((one) =>
    toMs(asText(objectAt(one, "state", "terminated").finishedAt)),
  );
  if (ends.length > 0 && ends.every((ms) => ms > 0)) {
    return maxOf(ends, 0);
  }
  const ready = findCondition(pod?.status?.conditions, "Ready");
  if (ready?.status === "False" && toMs(ready.lastTransitionTime) > 0) {
    return toMs(ready.lastTransitionTime);
  }
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod?.metadata ?? {};
  return deletionTimestamp == null
    ? record.metadata.createdMs
    : toMs(deletionTimestamp) - Number(deletionGracePeriodSeconds ?? 0) * 1000;
}
