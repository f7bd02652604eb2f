import { type Deployment, type ReplicaSet, resolvePercent } from "../../objects.ts";

export function isRolling({ spec }: Deployment): boolean {
  return spec.strategy.type === "RollingUpdate";
}

/** Kubernetes: both zero would never make progress, so that one Pod may be missing (deployment_util.go ResolveFenceposts, v1.36). */
function resolve({ spec }: Deployment): { readonly surge: number; readonly unavailable: number } {
  const { maxSurge, maxUnavailable } = spec.strategy.rollingUpdate ?? {};
  const surge = resolvePercent(maxSurge, spec.replicas, "up");
  const unavailable = resolvePercent(maxUnavailable, spec.replicas, "down");
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export function maxSurge(deployment: Deployment): number {
  return isRolling(deployment) ? resolve(deployment).surge : 0;
}

export function maxUnavailable(deployment: Deployment): number {
  const { replicas } = deployment.spec;
  return isRolling(deployment) && replicas > 0 ? Math.min(resolve(deployment).unavailable, replicas) : 0;
}

/** Size of the new ReplicaSet at this step of the rollout. */
export function newReplicas(deployment: Deployment, all: readonly ReplicaSet[], current: number): number {
  const { replicas, strategy } = deployment.spec;
  if (!isRolling(deployment)) {
    return replicas;
  }
  const most = replicas + resolvePercent(strategy.rollingUpdate?.maxSurge, replicas, "up");
  const total = sumOf(all, ({ spec }) => spec.replicas);
  return total >= most ? current : current + Math.min(most - total, replicas - current);
}

export function sumOf(sets: readonly ReplicaSet[], amountOf: (set: ReplicaSet) => number | undefined): number {
  return sets.reduce((sum, set) => sum + (amountOf(set) ?? 0), 0);
}

export function isActiveSet({ spec }: ReplicaSet): boolean {
  return spec.replicas > 0;
}

/** Progress deadline in seconds; undefined if it is absent or the largest int32, which both mean none. */
export function progressDeadlineOf({ spec }: Deployment): number | undefined {
  const seconds = spec.progressDeadlineSeconds;
  return seconds === undefined || seconds === null || seconds === 2 ** 31 - 1 ? undefined : seconds;
}
