import { asObjects, asText, type JsonObject, objectAt, objectsAt } from "@kiln/api";
import type { Pod } from "../../objects.ts";
import type { Job } from "./job.ts";

export interface Verdict {
  readonly action: string;
  readonly message: string;
}

/** The first rule of the Job's policy that the failed Pod matches; undefined if none does. */
export function judgeFailure(job: Job, pod: Pod): Verdict | undefined {
  const rules = job.spec.podFailurePolicy?.rules ?? [];
  for (const [i, rule] of rules.entries()) {
    const cause = matchExitCodes(rule, pod) ?? matchConditions(rule, pod);
    if (cause !== undefined) {
      const action = asText(rule.action);
      const { namespace, name } = pod.metadata;
      return { action, message: `${cause(`pod ${namespace}/${name}`)} matching ${action} rule at index ${i}` };
    }
  }
  return undefined;
}

type Cause = (pod: string) => string;

function matchExitCodes(rule: JsonObject, pod: Pod): Cause | undefined {
  if (rule.onExitCodes === undefined) {
    return undefined;
  }
  const { containerName, operator, values } = objectAt(rule, "onExitCodes");
  const status = (pod.status ?? {}) as JsonObject;
  const statuses = [...objectsAt(status, "initContainerStatuses"), ...objectsAt(status, "containerStatuses")];
  for (const one of statuses) {
    const { terminated } = objectAt(one, "state");
    const code = Number(objectAt(one, "state", "terminated").exitCode);
    const isMeant = containerName === undefined || containerName === one.name;
    const isListed = ((values ?? []) as number[]).map(Number).includes(code);
    if (terminated !== undefined && code !== 0 && isMeant && isListed === (operator === "In")) {
      return (name) => `Container ${asText(one.name)} for ${name} failed with exit code ${code}`;
    }
  }
  return undefined;
}

function matchConditions(rule: JsonObject, pod: Pod): Cause | undefined {
  const conditions = pod.status?.conditions ?? [];
  const pattern = asObjects(rule.onPodConditions).find(({ type, status }) =>
    conditions.some((one) => one.type === type && one.status === (status ?? "True")),
  );
  return pattern === undefined
    ? undefined
    : (name) => `${name[0]?.toUpperCase()}${name.slice(1)} has condition ${asText(pattern.type)}`;
}
