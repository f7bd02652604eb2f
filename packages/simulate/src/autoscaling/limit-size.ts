import { maxOf, minOf } from "@kiln/api";
import type { ScalingBehavior, ScalingRules } from "./autoscaler.ts";

const DOWN_WINDOW_SECONDS = 300;

/** A proposed size, or a number of Pods that one rescale added or removed. */
interface Sample {
  readonly atMs: number;
  readonly count: number;
}

/** Earlier proposals and rescales. Kept in memory only, as in kube-controller-manager: a restart forgets them. */
export interface ScaleHistory {
  proposals: Sample[];
  added: Sample[];
  removed: Sample[];
}

export const emptyHistory = (): ScaleHistory => ({ proposals: [], added: [], removed: [] });

export interface SizeLimits {
  readonly size: number;
  readonly proposed: number;
  readonly minReplicas: number;
  readonly maxReplicas: number;
  readonly behavior: ScalingBehavior | undefined;
  readonly history: ScaleHistory;
  readonly nowMs: number;
}

export interface LimitedSize {
  readonly replicas: number;
  /** Reason and message of the condition AbleToScale. */
  readonly able: readonly [reason: string, message: string];
  readonly limited: Limit;
}

type Limit = readonly [status: "True" | "False", reason: string, message: string];

const READY = ["ReadyForNewScale", "recommended size matches current size"] as const;
const HELD_UP = [
  "ScaleDownStabilized",
  "recent recommendations were higher than current one, applying the highest recent recommendation",
] as const;
const HELD_DOWN = [
  "ScaleUpStabilized",
  "recent recommendations were lower than current one, applying the lowest recent recommendation",
] as const;
const WITHIN: Limit = ["False", "DesiredWithinRange", "the desired count is within the acceptable range"];
const TOO_FEW: Limit = ["True", "TooFewReplicas", "the desired replica count is less than the minimum replica count"];
const TOO_MANY: Limit = ["True", "TooManyReplicas", "the desired replica count is more than the maximum replica count"];
const TOO_FAST_UP: Limit = [
  "True",
  "ScaleUpLimit",
  "the desired replica count is increasing faster than the maximum scale rate",
];
const TOO_FAST_DOWN: Limit = [
  "True",
  "ScaleDownLimit",
  "the desired replica count is decreasing faster than the maximum scale rate",
];

/** Size after stabilization, rates and limits. Adds the proposal to the history. */
export function limitSize(limits: SizeLimits): LimitedSize {
  const { proposed, size, behavior } = limits;
  const wanted = behavior === undefined ? highestOfWindow(limits) : stabilize(limits, behavior);
  const held = behavior !== undefined && proposed >= size ? HELD_DOWN : HELD_UP;
  const { replicas, limited } =
    behavior === undefined ? limitWithoutBehavior(limits, wanted) : limitByRates(limits, wanted, behavior);
  return { replicas, able: wanted === proposed ? READY : held, limited };
}

/** Adds a rescale to the history, which the rates of a behavior count. */
export function noteRescale({ history, behavior, nowMs, size }: SizeLimits, replicas: number): void {
  if (behavior === undefined) {
    return;
  }
  const isUp = replicas > size;
  const periods = (isUp ? behavior.scaleUp : behavior.scaleDown).policies.map(({ periodSeconds }) => periodSeconds);
  const sinceMs = nowMs - maxOf(periods, 0) * 1000;
  const list = isUp ? "added" : "removed";
  const kept = history[list].filter(({ atMs }) => atMs >= sinceMs);
  history[list] = [...kept, { atMs: nowMs, count: Math.abs(replicas - size) }];
}

/** The largest size proposed within five minutes, so that a short dip does not delete Pods. */
function highestOfWindow({ history, proposed, nowMs }: SizeLimits): number {
  const kept = history.proposals.filter(({ atMs }) => atMs >= nowMs - DOWN_WINDOW_SECONDS * 1000);
  history.proposals = [...kept, { atMs: nowMs, count: proposed }];
  return maxOf(history.proposals.map(({ count }) => count));
}

/**
 * The size, moved into the range between the lowest proposal of the window for scaling up and the highest of that for
 * scaling down.
 */
function stabilize({ history, proposed, size, nowMs }: SizeLimits, { scaleUp, scaleDown }: ScalingBehavior): number {
  const upMs = nowMs - (scaleUp.stabilizationWindowSeconds ?? 0) * 1000;
  const downMs = nowMs - (scaleDown.stabilizationWindowSeconds ?? DOWN_WINDOW_SECONDS) * 1000;
  const since = (ms: number) => history.proposals.filter(({ atMs }) => atMs > ms).map(({ count }) => count);
  const lowest = minOf(since(upMs), proposed);
  const highest = maxOf(since(downMs), proposed);
  const kept = history.proposals.filter(({ atMs }) => atMs >= Math.min(upMs, downMs));
  history.proposals = [...kept, { atMs: nowMs, count: proposed }];
  return Math.min(Math.max(size, lowest), highest);
}

interface Limited {
  readonly replicas: number;
  readonly limited: Limit;
}

/** Kubernetes: without a behavior, a size at most doubles, and 4 is always allowed (horizontal.go calculateScaleUpLimit, v1.36). */
function limitWithoutBehavior({ size, minReplicas, maxReplicas }: SizeLimits, wanted: number): Limited {
  const fastest = Math.max(2 * size, 4);
  const most = Math.min(maxReplicas, fastest);
  if (wanted < minReplicas) {
    return { replicas: minReplicas, limited: TOO_FEW };
  }
  return wanted > most
    ? { replicas: most, limited: maxReplicas > fastest ? TOO_FAST_UP : TOO_MANY }
    : { replicas: wanted, limited: WITHIN };
}

/**
 * Kubernetes: the minimum is no limit for a size that grows, nor the maximum for one that shrinks
 * (horizontal.go convertDesiredReplicasWithBehaviorRate, v1.36).
 */
function limitByRates(limits: SizeLimits, wanted: number, { scaleUp, scaleDown }: ScalingBehavior): Limited {
  const { size, minReplicas, maxReplicas, history, nowMs } = limits;
  const rate = { size, history, nowMs };
  if (wanted > size) {
    const fastest = Math.max(rateLimit(rate, scaleUp, 1), size);
    const most = Math.min(maxReplicas, fastest);
    return wanted > most
      ? { replicas: most, limited: maxReplicas > fastest ? TOO_FAST_UP : TOO_MANY }
      : { replicas: wanted, limited: WITHIN };
  }
  if (wanted < size) {
    const fastest = Math.min(rateLimit(rate, scaleDown, -1), size);
    const fewest = Math.max(minReplicas, fastest);
    return wanted < fewest
      ? { replicas: fewest, limited: minReplicas < fastest ? TOO_FAST_DOWN : TOO_FEW }
      : { replicas: wanted, limited: WITHIN };
  }
  return { replicas: wanted, limited: WITHIN };
}

interface Rate {
  readonly size: number;
  readonly history: ScaleHistory;
  readonly nowMs: number;
}

/** The largest size that the policies allow (`direction` 1), or the smallest one (-1). */
function rateLimit({ size, history, nowMs }: Rate, rules: ScalingRules, direction: 1 | -1): number {
  if (rules.selectPolicy === "Disabled") {
    return size;
  }
  const changes = rules.policies.map(({ type, value, periodSeconds }) => {
    const within = ({ atMs }: Sample) => atMs > nowMs - periodSeconds * 1000;
    const sum = (samples: readonly Sample[]) => samples.filter(within).reduce((all, { count }) => all + count, 0);
    const start = size - sum(history.added) + sum(history.removed);
    if (type === "Pods") {
      return start + direction * value;
    }
    // Kubernetes: up is rounded up, so that a small size can grow; down is truncated (horizontal.go
    // calculateScaleUpLimitWithScalingRules and calculateScaleDownLimitWithBehaviors, v1.36).
    return direction === 1 ? Math.ceil(start * (1 + value / 100)) : Math.trunc(start * (1 - value / 100));
  });
  const isLargest = (direction === 1) === (rules.selectPolicy !== "Min");
  return isLargest ? maxOf(changes) : minOf(changes);
}
