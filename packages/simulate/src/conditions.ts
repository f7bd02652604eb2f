import { printTime } from "@kiln/api";
import type { Condition } from "./objects.ts";

export interface NewCondition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason?: string;
  readonly message?: string;
}

export function findCondition(conditions: readonly Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function isConditionTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return findCondition(conditions, type)?.status === "True";
}

export function withoutCondition(conditions: readonly Condition[], type: string): Condition[] {
  return conditions.filter((condition) => condition.type !== type);
}

/**
 * Adds or replaces a condition, as the apps controllers do: the new one comes last, a change of the message alone is
 * ignored, and the transition time changes only with the status.
 */
export function withCondition(
  conditions: readonly Condition[],
  made: NewCondition,
  { now, hasUpdateTime = false }: { readonly now: Date; readonly hasUpdateTime?: boolean },
): Condition[] {
  const current = findCondition(conditions, made.type);
  if (current !== undefined && current.status === made.status && (current.reason ?? "") === (made.reason ?? "")) {
    return [...conditions];
  }
  const time = printTime(now);
  const lastTransitionTime = current?.status === made.status ? (current.lastTransitionTime ?? time) : time;
  const condition: Condition = {
    type: made.type,
    status: made.status,
    ...(hasUpdateTime ? { lastUpdateTime: time } : {}),
    lastTransitionTime,
    ...(made.reason === undefined ? {} : { reason: made.reason }),
    ...(made.message === undefined ? {} : { message: made.message }),
  };
  return [...withoutCondition(conditions, made.type), condition];
}
