import { asObjects, type JsonObject, objectAt, printTime } from "@kiln/api";

/** Sets a condition in the Pod's status. Its lastTransitionTime is `now` unless the status is the same. */
export function setPodCondition(pod: JsonObject, condition: JsonObject, now: Date): void {
  const status = objectAt(pod, "status");
  const conditions = asObjects(status.conditions);
  const known = conditions.find(({ type }) => type === condition.type);
  const isSame = known !== undefined && known.status === condition.status;
  const updated = {
    lastProbeTime: null,
    ...condition,
    lastTransitionTime: isSame ? (known.lastTransitionTime ?? null) : printTime(now),
  };
  pod.status = {
    ...status,
    conditions:
      known === undefined ? [...conditions, updated] : conditions.map((each) => (each === known ? updated : each)),
  };
}
