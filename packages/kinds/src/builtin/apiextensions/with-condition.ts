import type { Condition, DefinitionStatus } from "./definition.ts";

export type NewCondition = Omit<Condition, "lastTransitionTime">;

/** Copy of the status with the condition. Its lastTransitionTime is kept while the condition's status is the same. */
export function withCondition<T extends Pick<Partial<DefinitionStatus>, "conditions">>(
  status: T,
  condition: NewCondition,
  now: string,
): T {
  const conditions = status.conditions ?? [];
  const old = conditions.find(({ type }) => type === condition.type);
  const { type, status: verdict, ...rest } = condition;
  const lastTransitionTime = old?.status === verdict && old.lastTransitionTime ? old.lastTransitionTime : now;
  const entry: Condition = { type, status: verdict, lastTransitionTime, ...rest };
  return {
    ...status,
    conditions: old === undefined ? [...conditions, entry] : conditions.map((each) => (each === old ? entry : each)),
  };
}
