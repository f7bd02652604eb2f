import { type JsonObject, objectAt, printTime } from "@kiln/api";
import type { Condition } from "../objects.ts";

/**
 * Sets a condition of the Pod; replaces the one of the same type.
 *
 * Kubernetes: the condition names the generation of the Pod that it is about (api/v1/pod/util.go
 * CalculatePodConditionObservedGeneration, v1.36).
 */
export function setPodCondition(pod: JsonObject, made: Condition, now: Date): void {
  const status = (pod.status ?? {}) as JsonObject & { conditions?: Condition[] };
  const before = status.conditions?.find(({ type }) => type === made.type);
  const time = printTime(now);
  const lastTransitionTime = before?.status === made.status ? (before.lastTransitionTime ?? time) : time;
  const { generation } = objectAt(pod, "metadata");
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  const condition: Condition = { ...observed, lastProbeTime: null, ...made, lastTransitionTime };
  const conditions = status.conditions ?? [];
  pod.status = {
    ...status,
    conditions:
      before === undefined ? [...conditions, condition] : conditions.map((one) => (one === before ? condition : one)),
  };
}
