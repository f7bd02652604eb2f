import { type JsonObject, minOf } from "@kiln/api";
import { JOB_TRACKING, type PodRecord } from "../../pods/pod-record.ts";
import { createPod, deletePod, type PodControl, podFromTemplate, slowStart } from "../pod-control.ts";
import { rankForDeletion } from "../rank-pods.ts";
import { type Counted, completionsOf, failureAnnotations, indexOf } from "./count-pods.ts";
import { ACTOR, hasLimitPerIndex, INDEX, isIndexed, type Job, type JobRun, replacesOnlyFailed } from "./job.ts";
import { backoffMs, type Failures, indexBackoffMs } from "./job-backoff.ts";

/** Pods of a Job after creations and deletions. */
export interface Managed {
  readonly active: number;
  readonly deleted: readonly PodRecord[];
  /** Milliseconds until another Pod may be created; undefined if none is missing. */
  readonly againMs?: number;
}

interface Managing {
  readonly counted: Counted;
  readonly failures: Failures;
  /** Failed Pod of each index that waits for its replacement. */
  readonly awaited: ReadonlyMap<number, PodRecord>;
}

/** Maximum number of Pods created or deleted at a time. */
const MOST = 500;

function controlOf(job: Job): PodControl {
  return { actor: ACTOR, component: "job-controller", owner: job };
}

export async function deletePods(
  { simulation, job }: JobRun,
  active: number,
  pods: readonly PodRecord[],
): Promise<Managed> {
  await Promise.all(pods.map((pod) => deletePod(simulation, controlOf(job), pod)));
  return { active: active - pods.length, deleted: pods };
}

/** Creates or deletes Pods towards the desired number. */
export async function managePods(run: JobRun, managing: Managing): Promise<Managed> {
  const { job } = run;
  const { active, succeeded, terminating } = managing.counted;
  const { spec } = job;
  if (job.metadata.deletionTimestamp != null) {
    return { active: active.length, deleted: [] };
  }
  if (spec.suspend === true) {
    return deletePods(run, active.length, active);
  }
  const parallelism = spec.parallelism ?? 1;
  const open = succeeded > 0 ? active.length : parallelism;
  const wanted =
    spec.completions === undefined ? open : Math.max(Math.min(parallelism, spec.completions - succeeded), 0);
  const surplus = surplusPods(run, active, Math.max(active.length - wanted, 0)).slice(0, MOST);
  if (surplus.length > 0) {
    return deletePods(run, active.length, surplus);
  }
  const missing = wanted - active.length - (replacesOnlyFailed(job) ? terminating.length : 0);
  return missing > 0 ? createPods(run, managing, Math.min(missing, MOST)) : { active: active.length, deleted: [] };
}

/**
 * Pods to delete: those without an index or with one that another Pod has, and then those that have made the least
 * progress.
 */
function surplusPods({ job, now }: JobRun, active: readonly PodRecord[], least: number): PodRecord[] {
  const ranked = rankForDeletion(active, [], now.getTime());
  const kept = new Map<number, PodRecord>();
  for (const pod of isIndexed(job) ? ranked : []) {
    const index = indexOf(pod);
    if (index >= 0 && index < completionsOf(job)) {
      kept.set(index, pod);
    }
  }
  const extra = isIndexed(job) ? ranked.filter((pod) => kept.get(indexOf(pod)) !== pod) : [];
  const left = ranked.filter((pod) => !extra.includes(pod));
  return [...extra, ...left.slice(0, Math.max(least - extra.length, 0))];
}

async function createPods(run: JobRun, managing: Managing, missing: number): Promise<Managed> {
  const { simulation, job } = run;
  const { counted, failures, awaited } = managing;
  const active = counted.active.length;
  const waitMs = hasLimitPerIndex(job) ? 0 : backoffMs(run, failures);
  if (waitMs > 0) {
    return { active, deleted: [], againMs: waitMs };
  }
  const free = isIndexed(job) ? freeIndexes(job, counted, missing) : [];
  const waits = free.map((index) => indexBackoffMs(run, awaited.get(index)));
  const indexes = free.filter((_, i) => waits[i] === 0);
  if (free.length > 0 && indexes.length === 0) {
    return { active, deleted: [], againMs: minOf(waits) };
  }
  const count = isIndexed(job) ? indexes.length : missing;
  await slowStart(count, (i) => {
    const index = indexes[i];
    const annotations =
      index === undefined || !hasLimitPerIndex(job) ? {} : failureAnnotations(run, awaited.get(index), counted);
    return createPod(simulation, controlOf(job), makePod(job, index, annotations));
  });
  return { active: active + count, deleted: [] };
}

function freeIndexes(job: Job, { active, completed, failedIndexes, terminating }: Counted, count: number): number[] {
  const taken = new Set([...active, ...(replacesOnlyFailed(job) ? terminating : [])].map(indexOf));
  const free: number[] = [];
  for (let index = 0; index < (job.spec.completions ?? 0) && free.length < count; index++) {
    if (!taken.has(index) && !completed.has(index) && !failedIndexes.has(index)) {
      free.push(index);
    }
  }
  return free;
}

function makePod(job: Job, index: number | undefined, annotations: Record<string, string>) {
  const pod = podFromTemplate(job.spec.template, job);
  const { metadata, spec } = pod;
  metadata.finalizers = [...new Set([...(metadata.finalizers ?? []), JOB_TRACKING])];
  if (index !== undefined) {
    metadata.generateName = `${job.metadata.name}-${index}-`;
    metadata.annotations = { ...metadata.annotations, [INDEX]: String(index), ...annotations };
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
