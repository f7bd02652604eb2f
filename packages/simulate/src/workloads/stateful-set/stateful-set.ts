import type { JsonObject, LabelSelectorObject, StringMap } from "@kiln/api";
import { createActor } from "@kiln/kinds";
import type { KindName } from "../../cluster/cluster.ts";
import type { PodTemplate, Workload } from "../../objects.ts";
import { isAvailable, type PodRecord } from "../../pods/pod-record.ts";
import type { Simulation } from "../../simulation.ts";

export const STATEFUL_SET: KindName = { apiVersion: "apps/v1", kind: "StatefulSet" };
export const ACTOR = createActor("statefulset-controller");

export interface StatefulSetSpec {
  replicas: number;
  selector: LabelSelectorObject;
  template: PodTemplate;
  serviceName?: string;
  podManagementPolicy?: string;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  ordinals?: { start?: number };
  updateStrategy: { type: string; rollingUpdate?: { partition?: number; maxUnavailable?: number | string } };
  volumeClaimTemplates?: (JsonObject & { metadata: { name: string; labels?: StringMap } })[];
  persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string };
}

export interface StatefulSetStatus {
  replicas: number;
  readyReplicas?: number;
  availableReplicas: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
  observedGeneration?: number;
}

export type StatefulSet = Workload<StatefulSetSpec, StatefulSetStatus>;

/** One reconciliation of a StatefulSet. */
export interface StatefulRun {
  readonly simulation: Simulation;
  readonly set: StatefulSet;
  readonly nowMs: number;
}

export function revisionOf({ labels }: PodRecord): string {
  return labels["controller-revision-hash"] ?? "";
}

/** Ordinal of a Pod; -1 if its name is not derived from the set. */
export function ordinalOf({ metadata }: PodRecord): number {
  const number = /-(\d+)$/.exec(metadata.name)?.[1];
  return number === undefined ? -1 : Number(number);
}

/** Whether the Pod is running, available, and not terminating. */
export function isHealthy({ set, nowMs }: StatefulRun, pod: PodRecord | undefined): boolean {
  return pod !== undefined && !pod.isDeleting && isAvailable(pod, set.spec.minReadySeconds ?? 0, nowMs);
}
