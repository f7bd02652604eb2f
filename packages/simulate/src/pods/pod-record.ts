import { type JsonObject, maxOf, type OwnerReference, parseTime, type StringMap } from "@kiln/api";
import { findCondition } from "../conditions.ts";
import type { Pod } from "../objects.ts";
import { podRequests, type Resources } from "./pod-requests.ts";

/**
 * Record of a Pod kept by the controllers, a fraction of the object. Whole Pods are read from the store to be changed.
 * Labels and needs are shared by the Pods of a template.
 */
export interface PodRecord {
  readonly key: string;
  readonly apiVersion: "v1";
  readonly kind: "Pod";
  readonly metadata: PodMetadata;
  readonly labels: StringMap;
  /** Controller reference of the Pod, if it has one. */
  readonly controller: OwnerReference | undefined;
  readonly nodeName: string;
  readonly phase: string;
  readonly isReady: boolean;
  /** Time at which the condition Ready became true; 0 if it is not. */
  readonly readyMs: number;
  readonly isDeleting: boolean;
  readonly restarts: number;
  readonly ip: string;
  readonly needs: PodNeeds;
  readonly nominatedNode: string;
}

export interface PodMetadata {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly createdMs: number;
  readonly hasFinalizers: boolean;
  /** Whether the finalizer of Jobs is on the Pod: its Job has not counted it yet. */
  readonly isTracked: boolean;
  readonly deletionCost: number;
}

/** Parts of the spec that volumes and the scheduling of later Pods depend on; shared by the Pods of a template. */
export interface PodNeeds {
  readonly requests: Resources;
  readonly priority: number;
  readonly affinity: JsonObject | undefined;
  readonly hostPorts: readonly string[];
  readonly hasEphemeralVolumes: boolean;
}

/** Finalizer of Pods that their Job has not counted yet. */
export const JOB_TRACKING = "batch.kubernetes.io/job-tracking";

/** Returns one shared object for equal values of many Pods. */
export type Intern = <T>(value: T) => T;

/** Maximum number of shared values, one or more for each template; all are dropped beyond it. */
const MAX_INTERNED = 10_000;

export function createIntern(): Intern {
  const known = new Map<string, unknown>();
  return <T>(value: T): T => {
    const text = JSON.stringify(value);
    const found = known.get(text);
    if (found !== undefined) {
      return found as T;
    }
    if (known.size >= MAX_INTERNED) {
      known.clear();
    }
    known.set(text, value);
    return value;
  };
}

export function createPodReader(): (object: JsonObject, key: string) => PodRecord {
  const intern = createIntern();
  return (object, key) => readPod(object as unknown as Pod, key, intern);
}

function readPod({ metadata, spec, status }: Pod, key: string, intern: Intern): PodRecord {
  const ready = findCondition(status?.conditions, "Ready");
  const controller = metadata.ownerReferences?.find((owner) => owner.controller === true);
  return {
    key,
    apiVersion: "v1",
    kind: "Pod",
    metadata: readMetadata(metadata),
    labels: intern(metadata.labels ?? {}),
    controller: controller === undefined ? undefined : intern(controller),
    nodeName: spec.nodeName ?? "",
    phase: status?.phase ?? "Pending",
    isReady: ready?.status === "True",
    readyMs: ready?.status === "True" ? toMs(ready.lastTransitionTime) : 0,
    isDeleting: metadata.deletionTimestamp != null,
    restarts: maxOf(
      (status?.containerStatuses ?? []).map(({ restartCount }) => Number(restartCount)),
      0,
    ),
    ip: status?.podIP ?? "",
    needs: intern(needsOf(spec)),
    nominatedNode: status?.nominatedNodeName ?? "",
  };
}

function readMetadata(metadata: Pod["metadata"]): PodMetadata {
  return {
    namespace: metadata.namespace,
    name: metadata.name,
    uid: metadata.uid,
    createdMs: toMs(metadata.creationTimestamp),
    hasFinalizers: (metadata.finalizers?.length ?? 0) > 0,
    isTracked: metadata.finalizers?.includes(JOB_TRACKING) === true,
    deletionCost: Number(metadata.annotations?.["controller.kubernetes.io/pod-deletion-cost"] ?? 0) || 0,
  };
}

function needsOf(spec: Pod["spec"]): PodNeeds {
  return {
    requests: podRequests(spec),
    priority: Number(spec.priority ?? 0),
    affinity: spec.affinity,
    hostPorts: hostPortsOf(spec),
    hasEphemeralVolumes: spec.volumes?.some(({ ephemeral }) => ephemeral !== undefined) === true,
  };
}

function hostPortsOf({ containers, initContainers = [] }: Pod["spec"]): string[] {
  return [...initContainers, ...containers]
    .flatMap(({ ports = [] }) => ports)
    .filter(({ hostPort = 0 }) => hostPort > 0)
    .map(({ hostPort, hostIP = "0.0.0.0", protocol = "TCP" }) => `${protocol}/${hostIP}/${String(hostPort)}`);
}

export function toMs(time: string | null | undefined): number {
  return parseTime(time ?? "").value?.getTime() ?? 0;
}

/** Whether the Pod is neither finished nor terminating. */
export function isActive({ phase, isDeleting }: PodRecord): boolean {
  return phase !== "Succeeded" && phase !== "Failed" && !isDeleting;
}

/** The order in which Pods are scheduled: by priority, then by age. */
export function compareRank(a: PodRecord, b: PodRecord): number {
  return b.needs.priority - a.needs.priority || a.metadata.createdMs - b.metadata.createdMs;
}

/** Whether the Pod has succeeded or failed. */
export function isOver({ phase }: Pick<PodRecord, "phase">): boolean {
  return phase === "Succeeded" || phase === "Failed";
}

/** Whether the Pod has been ready for at least this long. */
export function isAvailable({ isReady, readyMs }: PodRecord, minReadySeconds: number, nowMs: number): boolean {
  return isReady && (minReadySeconds === 0 || (readyMs > 0 && readyMs + minReadySeconds * 1000 <= nowMs));
}
