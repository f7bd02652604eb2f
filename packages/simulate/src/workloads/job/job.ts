import type { JsonObject, LabelSelectorObject } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName } from "../../cluster/cluster.ts";
import { refOf } from "../../cluster/event-recorder.ts";
import { isConditionTrue } from "../../conditions.ts";
import type { Condition, PodTemplate, Workload } from "../../objects.ts";
import type { Simulation } from "../../simulation.ts";

export const JOB: KindName = { apiVersion: "batch/v1", kind: "Job" };
export const ACTOR = createActor("job-controller");
export const INDEX = "batch.kubernetes.io/job-completion-index";

export interface JobSpec {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: number;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  completionMode?: string;
  suspend?: boolean;
  selector: LabelSelectorObject;
  template: PodTemplate;
  podFailurePolicy?: { rules: JsonObject[] };
  successPolicy?: { rules: { succeededIndexes?: string; succeededCount?: number }[] };
  podReplacementPolicy?: string;
  managedBy?: string;
}

export interface JobStatus {
  conditions?: Condition[];
  startTime?: string;
  completionTime?: string;
  active?: number;
  ready?: number;
  terminating?: number;
  succeeded?: number;
  failed?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: { succeeded?: string[]; failed?: string[] };
}

export type Job = Workload<JobSpec, JobStatus>;

/** One reconciliation of a Job. */
export interface JobRun {
  readonly simulation: Simulation;
  readonly job: Job;
  readonly now: Date;
}

export function isIndexed({ spec }: Job): boolean {
  return spec.completionMode === "Indexed";
}

export function hasLimitPerIndex({ spec }: Job): boolean {
  return spec.backoffLimitPerIndex !== undefined && spec.completionMode === "Indexed";
}

/** Whether a terminating Pod is replaced only when it has failed. */
export function replacesOnlyFailed({ spec }: Job): boolean {
  return spec.podReplacementPolicy === "Failed" || spec.podFailurePolicy !== undefined;
}

export function isFinished({ status }: Job): boolean {
  return isConditionTrue(status?.conditions, "Complete") || isConditionTrue(status?.conditions, "Failed");
}

export function report({ simulation, job }: JobRun, type: "Normal" | "Warning", reason: string, message: string): void {
  simulation.record(ACTOR, { component: "job-controller", about: refOf(job), type, reason, message });
}

/** Indexes of a text such as `1,3-5`, without those that the Job does not have. */
export function parseIndexes(text: string | undefined, completions: number): Set<number> {
  const indexes = new Set<number>();
  for (const range of (text ?? "").split(",").filter((part) => part !== "")) {
    const [first = 0, last = first] = range.split("-").map(Number);
    for (let index = first; index <= Math.min(last, completions - 1); index++) {
      indexes.add(index);
    }
  }
  return indexes;
}

/**
 * Formats indexes as a text. Kubernetes: two neighbors are listed, three are a range (indexed_job_utils.go
 * orderedIntervals.String, v1.36).
 */
export function printIndexes(indexes: ReadonlySet<number>): string {
  const sorted = [...indexes].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as number;
    let last = first;
    while (sorted[i + 1] === last + 1) {
      last++;
      i++;
    }
    i++;
    parts.push(last === first ? `${first}` : last === first + 1 ? `${first},${last}` : `${first}-${last}`);
  }
  return parts.join(",");
}
