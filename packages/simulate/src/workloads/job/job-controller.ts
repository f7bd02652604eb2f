import { type JsonObject, minOf, printTime } from "@kiln/api";
import { createLoop } from "../../cluster/loop.ts";
import { findCondition } from "../../conditions.ts";
import { type Condition, isSame, type Pod, withoutZeros } from "../../objects.ts";
import { type PodRecord, toMs } from "../../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../../simulation.ts";
import { claim, followPods, orphansOf } from "../own-pods.ts";
import { createPod, deletePod, podFromTemplate, slowStart } from "../pod-control.ts";
import { type Counted, countPods, encodeCounts, indexOf, releasePods } from "./count-pods.ts";
import { judgeFailure } from "./failure-policy.ts";
import { ACTOR, INDEX, isFinished, isIndexed, JOB, type Job, type JobRun, report, TRACKING } from "./job.ts";

const FIRST_BACKOFF_MS = 10_000;
const LAST_BACKOFF_MS = 600_000;

export const jobController: SimulatedController = {
  name: "job-controller",
  start(simulation) {
    const jobs = simulation.workloads<Job>(JOB);
    /** When the last Pod of a Job failed, and how often in a row: the delay before the next one. */
    const failures = new Map<string, { count: number; atMs: number }>();
    const loop = createLoop(simulation.cluster, {
      name: "job-controller",
      reconcile: async (key) => {
        const job = jobs.get(key);
        if (job === undefined) {
          failures.delete(key);
          await releaseOrphans(simulation, key);
          return undefined;
        }
        const state = failures.get(key) ?? { count: 0, atMs: 0 };
        failures.set(key, state);
        return reconcile({ simulation, job, now: simulation.cluster.clock.now() }, state);
      },
    });
    jobs.onChange(({ key }) => loop.add(key));
    followPods(simulation, { kind: JOB, view: jobs, add: loop.add });
    return { begin: () => [...jobs.keys()].forEach(loop.add), stop: loop.stop };
  },
};

/** Removes the finalizers of Pods whose Job was deleted. */
async function releaseOrphans(simulation: Simulation, key: string): Promise<void> {
  const [name = "", namespace = ""] = key.split("/").reverse();
  const isOf = ({ controller }: PodRecord) => controller?.kind === "Job" && controller.name === name;
  const pods = [...simulation.pods.by("namespace", namespace)].filter((pod) => isOf(pod) && pod.hasFinalizers);
  await releasePods({ simulation, job: undefined as never, now: simulation.cluster.clock.now() }, pods);
}

interface Failures {
  count: number;
  atMs: number;
}

async function reconcile(run: JobRun, failures: Failures): Promise<number | undefined> {
  const { simulation, job, now } = run;
  const { metadata, spec } = job;
  if (spec.managedBy !== undefined && spec.managedBy !== "kubernetes.io/job-controller") {
    return undefined;
  }
  const pods = await claim(simulation, {
    actor: ACTOR,
    owner: job,
    matches: simulation.matches(job),
    owned: simulation.pods.by("owner", metadata.uid),
    orphans: simulation.pods.by("owner", orphansOf(metadata.namespace)),
  });
  if (isFinished(job)) {
    await releasePods(run, pods);
    return undefined;
  }
  const verdicts = verdictsOf(run, pods);
  const counted = countPods(job, pods, now.getTime(), (pod) => verdicts.get(pod.metadata.uid)?.action === "Ignore");
  noteFailures(failures, counted);
  const ending = endOf(run, counted, [...verdicts.values()].find(({ action }) => action === "FailJob")?.message);
  let failure: unknown;
  let managed: Managed = { active: counted.active.length, deleted: 0 };
  try {
    managed = await manage(run, counted, { ending, failures });
  } catch (error) {
    failure = error;
  }
  await writeStatus(run, { counted, ending, managed });
  const finished = [...counted.uncounted.succeeded, ...counted.uncounted.failed];
  const ignored = pods.filter(({ phase }) => phase === "Failed" || phase === "Succeeded");
  await releasePods(run, pods.filter(({ metadata: { uid } }) => finished.includes(uid)).concat(ignored));
  if (failure !== undefined) {
    throw failure;
  }
  return nextMs(run, failures);
}

/** Changes the failures: new ones double the delay, a success resets it. */
function noteFailures(failures: Failures, { uncounted, lastFailureMs }: Counted): void {
  if (uncounted.succeeded.length > 0) {
    Object.assign(failures, { count: 0, atMs: 0 });
  }
  if (uncounted.failed.length > 0) {
    Object.assign(failures, { count: failures.count + uncounted.failed.length, atMs: lastFailureMs });
  }
}

function backoffMs({ count, atMs }: Failures, now: Date): number {
  const delayMs = count === 0 ? 0 : Math.min(FIRST_BACKOFF_MS * 2 ** (count - 1), LAST_BACKOFF_MS);
  return Math.max(atMs + delayMs - now.getTime(), 0);
}

function nextMs({ job, now }: JobRun, failures: Failures): number | undefined {
  const waits = [backoffMs(failures, now)];
  const { activeDeadlineSeconds } = job.spec;
  if (activeDeadlineSeconds !== undefined && job.status?.startTime !== undefined) {
    waits.push(toMs(job.status.startTime) + activeDeadlineSeconds * 1000 - now.getTime());
  }
  const left = waits.filter((ms) => ms > 0);
  return left.length === 0 ? undefined : minOf(left);
}

function verdictsOf({ simulation, job }: JobRun, pods: readonly PodRecord[]) {
  const verdicts = new Map<string, { action: string; message: string }>();
  for (const pod of job.spec.podFailurePolicy === undefined ? [] : pods) {
    if (pod.phase === "Failed" && pod.hasFinalizers) {
      const verdict = judgeFailure(job, simulation.cluster.read(pod) as Pod);
      if (verdict !== undefined) {
        verdicts.set(pod.metadata.uid, verdict);
      }
    }
  }
  return verdicts;
}

interface Ending {
  readonly isSuccess: boolean;
  readonly reason: string;
  readonly message: string;
}

function endOf({ job, now }: JobRun, counted: Counted, policy: string | undefined): Ending | undefined {
  const { spec, status } = job;
  const target = findCondition(status?.conditions, "FailureTarget");
  if (target !== undefined) {
    return { isSuccess: false, reason: target.reason ?? "", message: target.message ?? "" };
  }
  if (policy !== undefined) {
    return { isSuccess: false, reason: "PodFailurePolicy", message: policy };
  }
  const failed = counted.failed + counted.uncounted.failed.length;
  if (spec.backoffLimitPerIndex === undefined && failed > (spec.backoffLimit ?? 6)) {
    return { isSuccess: false, reason: "BackoffLimitExceeded", message: "Job has reached the specified backoff limit" };
  }
  const startMs = toMs(status?.startTime);
  if (
    startMs > 0 &&
    spec.activeDeadlineSeconds !== undefined &&
    startMs + spec.activeDeadlineSeconds * 1000 <= now.getTime()
  ) {
    return { isSuccess: false, reason: "DeadlineExceeded", message: "Job was active longer than specified deadline" };
  }
  if (spec.maxFailedIndexes !== undefined && counted.failedIndexes.size > spec.maxFailedIndexes) {
    const message = "Job has exceeded the specified maximal number of failed indexes";
    return { isSuccess: false, reason: "MaxFailedIndexesExceeded", message };
  }
  return completionOf(job, counted);
}

function completionOf(job: Job, counted: Counted): Ending | undefined {
  const { completions } = job.spec;
  const succeeded = isIndexed(job) ? counted.completed.size : counted.succeeded + counted.uncounted.succeeded.length;
  const done = { isSuccess: true, reason: "CompletionsReached", message: "Reached expected number of succeeded pods" };
  if (completions === undefined) {
    return succeeded > 0 && counted.active.length === 0 ? done : undefined;
  }
  if (counted.failedIndexes.size > 0 && succeeded + counted.failedIndexes.size >= completions) {
    return { isSuccess: false, reason: "FailedIndexes", message: "Job has failed indexes" };
  }
  return succeeded >= completions ? done : undefined;
}

interface Managing {
  readonly ending: Ending | undefined;
  readonly failures: Failures;
}

interface Managed {
  readonly active: number;
  readonly deleted: number;
}

/** Creates and deletes Pods. */
async function manage(run: JobRun, counted: Counted, { ending, failures }: Managing): Promise<Managed> {
  const { simulation, job, now } = run;
  const { spec } = job;
  const control = { actor: ACTOR, component: "job-controller", owner: job };
  const { active } = counted;
  const drop = async (pods: readonly PodRecord[]) => {
    await Promise.all(pods.map((pod) => deletePod(simulation, control, pod)));
    return { active: active.length - pods.length, deleted: pods.length };
  };
  const unchanged: Managed = { active: active.length, deleted: 0 };
  if (ending !== undefined || spec.suspend === true || job.metadata.deletionTimestamp != null) {
    return job.metadata.deletionTimestamp != null ? unchanged : drop(active);
  }
  const succeeded = counted.succeeded + counted.uncounted.succeeded.length;
  const parallelism = spec.parallelism ?? 1;
  const wanted =
    spec.completions === undefined
      ? succeeded > 0
        ? active.length
        : parallelism
      : Math.min(
          parallelism,
          spec.completions - (isIndexed(job) ? counted.completed.size + counted.failedIndexes.size : succeeded),
        );
  if (active.length > Math.max(wanted, 0)) {
    return drop(active.slice(Math.max(wanted, 0)));
  }
  const isReplaced = spec.podReplacementPolicy === "Failed" || spec.podFailurePolicy !== undefined;
  const missing = Math.max(wanted - active.length - (isReplaced ? counted.terminating : 0), 0);
  if (missing === 0 || backoffMs(failures, now) > 0) {
    return unchanged;
  }
  const indexes = isIndexed(job) ? freeIndexes(job, counted, missing) : [];
  const count = isIndexed(job) ? indexes.length : missing;
  await slowStart(count, (i) => createPod(simulation, control, makePod(job, indexes[i])));
  return { active: active.length + count, deleted: 0 };
}

function freeIndexes({ spec }: Job, { active, completed, failedIndexes }: Counted, count: number): number[] {
  const taken = new Set(active.map(indexOf));
  const free: number[] = [];
  for (let index = 0; index < (spec.completions ?? 0) && free.length < count; index++) {
    if (!taken.has(index) && !completed.has(index) && !failedIndexes.has(index)) {
      free.push(index);
    }
  }
  return free;
}

function makePod(job: Job, index: number | undefined) {
  const pod = podFromTemplate(job.spec.template, job);
  const { metadata, spec } = pod;
  metadata.finalizers = [...(metadata.finalizers ?? []), TRACKING];
  if (index !== undefined) {
    metadata.generateName = `${job.metadata.name}-${index}-`;
    metadata.annotations = { ...metadata.annotations, [INDEX]: String(index) };
    metadata.labels = { ...metadata.labels, [INDEX]: String(index) };
    spec.hostname = `${job.metadata.name}-${index}`;
    const fieldPath = `metadata.labels['${INDEX}']`;
    const env = { name: "JOB_COMPLETION_INDEX", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath } } };
    for (const container of [...((spec.initContainers ?? []) as JsonObject[]), ...(spec.containers as JsonObject[])]) {
      container.env = [...((container.env ?? []) as JsonObject[]), env];
    }
  }
  return pod;
}

interface Outcome {
  readonly counted: Counted;
  readonly ending: Ending | undefined;
  readonly managed: Managed;
}

async function writeStatus(run: JobRun, { counted, ending, managed }: Outcome): Promise<void> {
  const { simulation, job, now } = run;
  const before = job.status ?? {};
  const time = printTime(now);
  const isSuspended = job.spec.suspend === true;
  const startTime = isSuspended ? undefined : (before.startTime ?? time);
  // The Job has ended when the last of its Pods is counted.
  const { active, deleted } = managed;
  const left = counted.uncounted.succeeded.length + counted.uncounted.failed.length + counted.terminating;
  const isCounted = left + active + deleted === 0;
  const conditions = conditionsOf(run, ending, isCounted);
  const isComplete = ending?.isSuccess === true && isCounted;
  const status = {
    ...withoutZeros({
      conditions,
      startTime,
      completionTime: isComplete ? time : before.completionTime,
      active,
    }),
    ...encodeCounts(job, counted),
    terminating: counted.terminating,
    ready: counted.active.filter(({ isReady }) => isReady).length,
  };
  if (isSame(status, before)) {
    return;
  }
  await simulation.cluster.change(ACTOR, job, {
    subresource: "status",
    change(object) {
      object.status = status as never;
      return true;
    },
  });
  if (ending !== undefined && isCounted) {
    report(run, ending.isSuccess ? "Normal" : "Warning", ...finalEvent(ending));
  }
}

function finalEvent({ isSuccess, reason, message }: Ending): [string, string] {
  return isSuccess ? ["Completed", "Job completed"] : [reason, message];
}

function conditionsOf(run: JobRun, ending: Ending | undefined, isCounted: boolean): Condition[] {
  const { job, now } = run;
  const conditions = [...(job.status?.conditions ?? [])];
  const time = printTime(now);
  const set = (type: string, status: string, reason: string, message: string): boolean => {
    const known = findCondition(conditions, type);
    if (known?.status === status && known.reason === reason && known.message === message) {
      return false;
    }
    const made: Condition = {
      type,
      status,
      lastProbeTime: time,
      lastTransitionTime: known?.status === status ? (known.lastTransitionTime ?? time) : time,
      reason,
      message,
    };
    known === undefined ? conditions.push(made) : conditions.splice(conditions.indexOf(known), 1, made);
    return true;
  };
  if (ending !== undefined) {
    set(ending.isSuccess ? "SuccessCriteriaMet" : "FailureTarget", "True", ending.reason, ending.message);
    if (isCounted) {
      set(ending.isSuccess ? "Complete" : "Failed", "True", ending.reason, ending.message);
    }
  } else if (job.spec.suspend === true) {
    if (set("Suspended", "True", "JobSuspended", "Job suspended")) {
      report(run, "Normal", "Suspended", "Job suspended");
    }
  } else if (
    findCondition(conditions, "Suspended") !== undefined &&
    set("Suspended", "False", "JobResumed", "Job resumed")
  ) {
    report(run, "Normal", "Resumed", "Job resumed");
  }
  return conditions;
}
