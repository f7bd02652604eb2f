import { type JsonObject, type OwnerReference, printTime } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName } from "../../cluster/cluster.ts";
import { refOf } from "../../cluster/event-recorder.ts";
import { createLoop } from "../../cluster/loop.ts";
import { isAlreadyExists } from "../../cluster/open-cluster.ts";
import { isConditionTrue } from "../../conditions.ts";
import { isSame, type NamedMeta, type Workload } from "../../objects.ts";
import { toMs } from "../../pods/pod-record.ts";
import type { SimulatedController, Simulation } from "../../simulation.ts";
import { isFinished, JOB, type Job } from "../job/job.ts";
import { controllerRef } from "../own-pods.ts";
import { messageOf } from "../pod-control.ts";
import { type CronSchedule, parseSchedule } from "./cron-schedule.ts";

const CRON_JOB: KindName = { apiVersion: "batch/v1", kind: "CronJob" };
const ACTOR = createActor("cronjob-controller");
const SCHEDULED_AT = "batch.kubernetes.io/cronjob-scheduled-timestamp";
/** Kubernetes: more missed times than this are reported and not counted one by one (utils.go mostRecentScheduleTime, v1.36). */
const MAX_MISSED = 100;

interface CronJobSpec {
  schedule: string;
  timeZone?: string;
  concurrencyPolicy?: string;
  suspend?: boolean;
  startingDeadlineSeconds?: number;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
  jobTemplate: { metadata?: NamedMeta; spec: JsonObject };
}

interface CronJobStatus {
  active?: JsonObject[];
  lastScheduleTime?: string;
  lastSuccessfulTime?: string;
}

type CronJob = Workload<CronJobSpec, CronJobStatus>;

export const cronJobController: SimulatedController = {
  name: "cronjob-controller",
  start(simulation) {
    const { cluster } = simulation;
    const crons = simulation.workloads<CronJob>(CRON_JOB);
    const jobs = simulation.workloads<Job>(JOB);
    const loop = createLoop(cluster, {
      name: "cronjob-controller",
      reconcile: async (key) => {
        const cron = crons.get(key);
        return cron === undefined ? undefined : reconcile({ simulation, cron, now: cluster.clock.now() });
      },
    });
    crons.onChange(({ key }) => loop.add(key));
    jobs.onChange(({ now, before }) => {
      const { metadata } = (now ?? before) as Job;
      const owner = metadata.ownerReferences?.find(({ controller, kind }) => controller === true && kind === "CronJob");
      if (owner !== undefined) {
        loop.add(cluster.keyOf(CRON_JOB, metadata.namespace, owner.name));
      }
    });
    return { begin: () => [...crons.keys()].forEach(loop.add), stop: loop.stop };
  },
};

interface CronRun {
  readonly simulation: Simulation;
  readonly cron: CronJob;
  readonly now: Date;
}

async function reconcile(run: CronRun): Promise<number | undefined> {
  const { simulation, cron, now } = run;
  const { metadata, spec } = cron;
  const status: CronJobStatus = structuredClone(cron.status ?? {});
  const owned = [...simulation.workloads<Job>(JOB).by("owner", metadata.uid)];
  await trimHistory(run, owned, status);
  followJobs(run, owned, status);
  const schedule = parseSchedule(spec.schedule, spec.timeZone ?? "UTC");
  if (schedule === undefined) {
    const message = `unparseable schedule: "${spec.schedule}" : invalid`;
    report(run, "Warning", "UnparseableSchedule", message);
  }
  if (schedule === undefined || spec.suspend === true || metadata.deletionTimestamp != null) {
    await writeStatus(run, status);
    return undefined;
  }
  const dueMs = lastMissed(run, schedule);
  if (dueMs !== undefined) {
    await startJob(run, { dueMs, status, owned });
  }
  await writeStatus(run, status);
  const nextMs = schedule(now.getTime());
  return nextMs === undefined ? undefined : nextMs - now.getTime();
}

function report({ simulation, cron }: CronRun, type: "Normal" | "Warning", reason: string, message: string): void {
  simulation.record(ACTOR, { component: "cronjob-controller", about: refOf(cron), type, reason, message });
}

/** Removes finished and deleted Jobs from the active ones in `status`. */
function followJobs(run: CronRun, owned: readonly Job[], status: CronJobStatus): void {
  const byUid = new Map(owned.map((job) => [job.metadata.uid, job]));
  const kept: JsonObject[] = [];
  for (const entry of status.active ?? []) {
    const job = byUid.get(String(entry.uid));
    if (job === undefined) {
      report(run, "Normal", "MissingJob", `Active job went missing: ${String(entry.name)}`);
    } else if (isFinished(job)) {
      const isComplete = isConditionTrue(job.status?.conditions, "Complete");
      const message = `Saw completed job: ${job.metadata.name}, condition: ${isComplete ? "Complete" : "Failed"}`;
      report(run, "Normal", "SawCompletedJob", message);
    } else {
      kept.push(entry);
    }
  }
  for (const job of owned.filter((one) => isConditionTrue(one.status?.conditions, "Complete"))) {
    const time = job.status?.completionTime;
    if (time !== undefined && toMs(time) > toMs(status.lastSuccessfulTime)) {
      status.lastSuccessfulTime = time;
    }
  }
  status.active = kept;
}

/**
 * Deletes finished Jobs beyond the history limits. Deleted Jobs are removed from the active ones in `status`.
 * Kubernetes: the history is trimmed first, so a Job that the limit deletes has no SawCompletedJob event
 * (cronjob_controllerv2.go sync, v1.36).
 */
async function trimHistory(run: CronRun, owned: readonly Job[], status: CronJobStatus): Promise<void> {
  const { spec } = run.cron;
  const limits = { Complete: spec.successfulJobsHistoryLimit, Failed: spec.failedJobsHistoryLimit };
  for (const [type, limit] of Object.entries(limits)) {
    const finished = owned.filter((job) => isConditionTrue(job.status?.conditions, type));
    finished.sort(
      (a, b) => toMs(a.status?.startTime) - toMs(b.status?.startTime) || (a.metadata.name < b.metadata.name ? -1 : 1),
    );
    const surplus = limit === undefined ? 0 : finished.length - limit;
    for (const job of finished.slice(0, Math.max(surplus, 0))) {
      await deleteJob(run, job);
      status.active = (status.active ?? []).filter(({ uid }) => uid !== job.metadata.uid);
    }
  }
}

async function deleteJob(run: CronRun, job: Job): Promise<void> {
  await run.simulation.cluster.remove(ACTOR, job, { propagation: "Background" });
  report(run, "Normal", "SuccessfulDelete", `Deleted job ${job.metadata.name}`);
}

/** Last scheduled time for which no Job was started; undefined if there is none. */
function lastMissed(run: CronRun, schedule: CronSchedule): number | undefined {
  const { cron, now } = run;
  const { metadata, spec, status } = cron;
  const sinceMs = Math.max(
    toMs(status?.lastScheduleTime ?? metadata.creationTimestamp),
    spec.startingDeadlineSeconds === undefined ? 0 : now.getTime() - spec.startingDeadlineSeconds * 1000,
  );
  let dueMs: number | undefined;
  let missed = 0;
  for (let ms = schedule(sinceMs); ms !== undefined && ms <= now.getTime(); ms = schedule(ms)) {
    dueMs = ms;
    if (++missed > MAX_MISSED) {
      const message = "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew";
      report(run, "Warning", "TooManyMissedTimes", message);
      return lastBefore(schedule, now.getTime());
    }
  }
  return dueMs;
}

/** Last scheduled time before now. Searches backwards in growing steps instead of listing all missed times. */
function lastBefore(schedule: CronSchedule, nowMs: number): number | undefined {
  for (let backMs = 60_000; backMs < 2 ** 42; backMs *= 2) {
    let last: number | undefined;
    for (let ms = schedule(nowMs - backMs); ms !== undefined && ms <= nowMs; ms = schedule(ms)) {
      last = ms;
    }
    if (last !== undefined) {
      return last;
    }
  }
  return undefined;
}

interface Due {
  readonly dueMs: number;
  readonly status: CronJobStatus;
  readonly owned: readonly Job[];
}

/** Creates the Job of a scheduled time and adds it to `status`. */
async function startJob(run: CronRun, { dueMs, status, owned }: Due): Promise<void> {
  const { simulation, cron } = run;
  const { spec, metadata } = cron;
  const active = status.active ?? [];
  if (spec.concurrencyPolicy === "Forbid" && active.length > 0) {
    const message = "Not starting job because prior execution is running and concurrency policy is Forbid";
    report(run, "Normal", "JobAlreadyActive", message);
    return;
  }
  if (spec.concurrencyPolicy === "Replace") {
    for (const job of owned.filter(({ metadata: { uid } }) => active.some((one) => one.uid === uid))) {
      await deleteJob(run, job);
    }
    status.active = [];
  }
  const name = `${metadata.name}-${Math.floor(dueMs / 60_000)}`;
  try {
    const job = await simulation.cluster.create(ACTOR, makeJob(cron, name, dueMs));
    report(run, "Normal", "SuccessfulCreate", `Created job ${name}`);
    const { uid, resourceVersion } = job.metadata;
    const reference = { ...JOB, name, namespace: metadata.namespace, uid: String(uid) };
    status.active = [
      ...(status.active ?? []),
      resourceVersion === undefined ? reference : { ...reference, resourceVersion },
    ];
  } catch (error) {
    if (!isAlreadyExists(error)) {
      report(run, "Warning", "FailedCreate", `Error creating job: ${messageOf(error)}`);
      throw error;
    }
  }
  status.lastScheduleTime = printTime(new Date(dueMs));
}

function makeJob(cron: CronJob, name: string, dueMs: number) {
  const { metadata = {} as NamedMeta, spec } = structuredClone(cron.spec.jobTemplate);
  const ownerReferences: OwnerReference[] = [controllerRef(cron)];
  const annotations = { ...metadata.annotations, [SCHEDULED_AT]: printTime(new Date(dueMs)) };
  const labels = metadata.labels ?? {};
  return { ...JOB, metadata: { name, namespace: cron.metadata.namespace, labels, annotations, ownerReferences }, spec };
}

async function writeStatus({ simulation, cron }: CronRun, status: CronJobStatus): Promise<void> {
  const { active = [], ...rest } = status;
  const encoded = { ...(active.length === 0 ? {} : { active }), ...rest };
  if (!isSame(encoded, cron.status ?? {})) {
    await simulation.cluster.change(ACTOR, cron, {
      subresource: "status",
      change(object) {
        object.status = encoded as never;
        return true;
      },
    });
  }
}
