import { type JsonObject, printTime } from "@kiln/api";
import type { Condition } from "../objects.ts";

/** Sets a condition of the Pod; replaces the one of the same type. */
export function setPodCondition(pod: JsonObject, made: Condition, now: Date): void {
  const status = (pod.status ?? {}) as JsonObject & { conditions?: Condition[] };
  const before = status.conditions?.find(({ type }) => type === made.type);
  const time = printTime(now);
  const lastTransitionTime = before?.status === made.status ? (before.lastTransitionTime ?? time) : time;
  const condition: Condition = { lastProbeTime: null, ...made, lastTransitionTime };
  const conditions = status.conditions ?? [];
  pod.status = {
    ...status,
    conditions:
      before === undefined ? [...conditions, condition] : conditions.map((one) => (one === before ? condition : one)),
  };
}
