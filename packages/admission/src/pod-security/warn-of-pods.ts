import { appendAll, type JsonObject, objectAt, objectsAt, textAt } from "@kiln/api";
import { decodeStoredJson, openStoredValue } from "@kiln/kinds";
import type { AdmissionAttributes } from "../admission-plugin.ts";
import { evaluatePod, printReasons } from "./evaluate-pod.ts";
import { type LevelVersion, printLevelVersion } from "./security-policy.ts";

const MAX_PODS = 3000;
const TIMEOUT_MS = 1000;

/** Adds warnings about existing Pods of the namespace that violate its new level. The Pods keep running. */
export async function warnOfPods(attributes: AdmissionAttributes, enforce: LevelVersion): Promise<undefined> {
  const { services, name } = attributes;
  const { warnings } = attributes.requester;
  const pods = oneOfEachFirst(await listPods(attributes));
  const untilMs = services.clock.monotonicMs() + TIMEOUT_MS;
  const byReason = new Map<string, string[]>();
  let checked = 0;
  for (const pod of pods.slice(0, MAX_PODS)) {
    const found = evaluatePod(enforce, { metadata: objectAt(pod, "metadata"), spec: objectAt(pod, "spec") });
    checked++;
    if (found.length > 0) {
      const reason = printReasons(found);
      byReason.set(reason, [...(byReason.get(reason) ?? []), textAt(objectAt(pod, "metadata"), "name")]);
    }
    if (services.clock.monotonicMs() > untilMs) {
      break;
    }
  }
  if (checked < pods.length) {
    const part = `the first ${checked} of ${pods.length} existing pods`;
    warnings.push(`new PodSecurity enforce level only checked against ${part}`);
  }
  if (byReason.size > 0) {
    const level = printLevelVersion(enforce);
    warnings.push(`existing pods in namespace "${name}" violate the new PodSecurity enforce level "${level}"`);
  }
  appendAll(warnings, [...byReason].map(([reason, names]) => `${describePods(names)}: ${reason}`).sort());
  return undefined;
}

async function listPods({ services, name }: AdmissionAttributes): Promise<JsonObject[]> {
  const pods: JsonObject[] = [];
  for await (const { entries } of await services.store.range({ prefix: `/registry/core/pods/${name}/` })) {
    appendAll(
      pods,
      entries.map(({ value }) => decodeStoredJson(openStoredValue(value).body)),
    );
  }
  return pods;
}

/**
 * Sorts the Pods so that one of each controller comes first: if there are too many to check all, Pods of one controller
 * are alike.
 */
function oneOfEachFirst(pods: readonly JsonObject[]): JsonObject[] {
  const seen = new Set<string>();
  const later: JsonObject[] = [];
  const first = pods.filter((pod) => {
    const owners = objectsAt(objectAt(pod, "metadata"), "ownerReferences");
    const owner = owners.find(({ controller }) => controller === true);
    const uid = owner === undefined ? "" : textAt(owner, "uid");
    if (uid !== "" && seen.has(uid)) {
      later.push(pod);
      return false;
    }
    seen.add(uid);
    return true;
  });
  return [...first, ...later];
}

function describePods(names: readonly string[]): string {
  const first = [...names].sort()[0] as string;
  const others = names.length - 1;
  if (others === 0) {
    return first;
  }
  return others === 1 ? `${first} (and 1 other pod)` : `${first} (and ${others} other pods)`;
}
