import type { JsonObject } from "@kiln/api";
import { findCondition, type NewCondition, withCondition, withoutCondition } from "../../conditions.ts";
import {
  type Condition,
  type Deployment,
  type DeploymentStatus,
  isSame,
  type ReplicaSet,
  withoutZeros,
} from "../../objects.ts";
import { toMs } from "../../pods/pod-record.ts";
import { maxUnavailable, progressDeadlineOf, sumOf } from "./fenceposts.ts";

export interface Sets {
  /** ReplicaSet with the Deployment's template; undefined if there is none yet. */
  readonly current: ReplicaSet | undefined;
  /** All other ReplicaSets, oldest first. */
  readonly old: readonly ReplicaSet[];
}

export function allSets({ current, old }: Sets): readonly ReplicaSet[] {
  return current === undefined ? old : [...old, current];
}

/** Status with the counts and the condition Available; other conditions stay. */
export function countStatus(deployment: Deployment, sets: Sets, now: Date): DeploymentStatus {
  const all = allSets(sets);
  const { metadata, spec, status } = deployment;
  const available = sumOf(all, (set) => set.status?.availableReplicas);
  const isAvailable = available >= spec.replicas - maxUnavailable(deployment);
  const terminating = terminatingOf(all);
  const condition: NewCondition = isAvailable
    ? {
        type: "Available",
        status: "True",
        reason: "MinimumReplicasAvailable",
        message: "Deployment has minimum availability.",
      }
    : {
        type: "Available",
        status: "False",
        reason: "MinimumReplicasUnavailable",
        message: "Deployment does not have minimum availability.",
      };
  return {
    observedGeneration: Number(metadata.generation),
    replicas: sumOf(all, (set) => set.status?.replicas),
    updatedReplicas: sets.current?.status?.replicas ?? 0,
    readyReplicas: sumOf(all, (set) => set.status?.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(sumOf(all, (set) => set.spec.replicas) - available, 0),
    ...(terminating === undefined ? {} : { terminatingReplicas: terminating }),
    ...(status?.collisionCount === undefined ? {} : { collisionCount: status.collisionCount }),
    conditions: withCondition(status?.conditions ?? [], condition, { now, hasUpdateTime: true }),
  };
}

/** Number of terminating Pods; undefined until all ReplicaSets have a count. */
function terminatingOf(all: readonly ReplicaSet[]): number | undefined {
  let sum = 0;
  for (const { status } of all) {
    if (status?.terminatingReplicas === undefined && Number(status?.observedGeneration ?? 0) !== 0) {
      return undefined;
    }
    sum += status?.terminatingReplicas ?? 0;
  }
  return sum;
}

export function isComplete({ metadata, spec }: Deployment, status: DeploymentStatus): boolean {
  return (
    (status.updatedReplicas ?? 0) === spec.replicas &&
    (status.replicas ?? 0) === spec.replicas &&
    (status.availableReplicas ?? 0) === spec.replicas &&
    Number(status.observedGeneration ?? 0) >= Number(metadata.generation)
  );
}

function isProgressing({ status: before }: Deployment, status: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus) => replicas - updatedReplicas;
  return (
    (status.updatedReplicas ?? 0) > (before?.updatedReplicas ?? 0) ||
    old(status) < old(before ?? {}) ||
    (status.readyReplicas ?? 0) > (before?.readyReplicas ?? 0) ||
    (status.availableReplicas ?? 0) > (before?.availableReplicas ?? 0)
  );
}

function isTimedOut(deployment: Deployment, status: DeploymentStatus, now: Date): boolean {
  const seconds = progressDeadlineOf(deployment);
  const condition = findCondition(status.conditions, "Progressing");
  if (seconds === undefined || condition === undefined || condition.reason === "NewReplicaSetAvailable") {
    return false;
  }
  return (
    condition.reason === "ProgressDeadlineExceeded" || toMs(condition.lastUpdateTime) + seconds * 1000 < now.getTime()
  );
}

/** Status of a Deployment: replica counts, and the conditions Available, Progressing and ReplicaFailure. */
export function rolloutStatus(deployment: Deployment, sets: Sets, now: Date): DeploymentStatus {
  const status = countStatus(deployment, sets, now);
  const hasDeadline = progressDeadlineOf(deployment) !== undefined;
  let conditions = status.conditions ?? [];
  if (!hasDeadline) {
    conditions = withoutCondition(conditions, "Progressing");
  }
  const current = findCondition(deployment.status?.conditions, "Progressing");
  const wasComplete = status.replicas === status.updatedReplicas && current?.reason === "NewReplicaSetAvailable";
  if (hasDeadline && !wasComplete) {
    conditions = withProgress({ deployment, sets, status, current, now }, conditions);
  }
  const failure = failureOf(sets);
  conditions =
    failure === undefined ? withoutCondition(conditions, "ReplicaFailure") : withFailure(conditions, failure);
  return { ...status, conditions };
}

interface Progress {
  readonly deployment: Deployment;
  readonly sets: Sets;
  readonly status: DeploymentStatus;
  readonly current: Condition | undefined;
  readonly now: Date;
}

function withProgress({ deployment, sets, status, current, now }: Progress, conditions: Condition[]): Condition[] {
  const subject =
    sets.current === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${sets.current.metadata.name}"`;
  const times = { now, hasUpdateTime: true };
  const type = "Progressing";
  if (isComplete(deployment, status)) {
    const message = `${subject} has successfully progressed.`;
    return withCondition(conditions, { type, status: "True", reason: "NewReplicaSetAvailable", message }, times);
  }
  if (isProgressing(deployment, status)) {
    const message = `${subject} is progressing.`;
    const made = { type, status: "True", reason: "ReplicaSetUpdated", message } as const;
    const renewed = withCondition(withoutCondition(conditions, type), made, times);
    const last = renewed.at(-1);
    if (last !== undefined && current?.status === "True" && current.lastTransitionTime !== undefined) {
      last.lastTransitionTime = current.lastTransitionTime;
    }
    return renewed;
  }
  if (isTimedOut(deployment, status, now)) {
    const message = `${subject} has timed out progressing.`;
    return withCondition(conditions, { type, status: "False", reason: "ProgressDeadlineExceeded", message }, times);
  }
  return conditions;
}

function failureOf(sets: Sets): Condition | undefined {
  const candidates = sets.current === undefined ? sets.old : [sets.current, ...sets.old];
  for (const set of candidates) {
    const failure = findCondition(set.status?.conditions, "ReplicaFailure");
    if (failure !== undefined) {
      return failure;
    }
  }
  return undefined;
}

/** Kubernetes: a failure of a ReplicaSet keeps its times (deployment_util.go ReplicaSetToDeploymentCondition, v1.36). */
function withFailure(conditions: Condition[], failure: Condition): Condition[] {
  const current = findCondition(conditions, failure.type);
  if (current?.status === failure.status && current.reason === failure.reason) {
    return conditions;
  }
  const { lastTransitionTime = "" } = failure;
  return [
    ...withoutCondition(conditions, failure.type),
    { ...failure, lastUpdateTime: lastTransitionTime, lastTransitionTime },
  ];
}

export function encodeStatus({ terminatingReplicas, ...rest }: DeploymentStatus): JsonObject {
  return {
    ...withoutZeros(rest),
    ...(terminatingReplicas === undefined ? {} : { terminatingReplicas }),
    ...(rest.collisionCount === undefined ? {} : { collisionCount: rest.collisionCount }),
  };
}

export function isSameStatus(a: DeploymentStatus | undefined, b: DeploymentStatus): boolean {
  return isSame(encodeStatus(a ?? {}), encodeStatus(b));
}

/** Time until the progress deadline; undefined if there is none. */
export function deadlineMs(deployment: Deployment, status: DeploymentStatus, now: Date): number | undefined {
  const seconds = progressDeadlineOf(deployment);
  const condition = findCondition(status.conditions, "Progressing");
  if (seconds === undefined || condition === undefined || condition.reason === "ProgressDeadlineExceeded") {
    return undefined;
  }
  if (isComplete(deployment, status)) {
    return undefined;
  }
  return Math.max(toMs(condition.lastUpdateTime) + seconds * 1000 - now.getTime(), 0) + 1000;
}
