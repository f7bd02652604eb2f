import { asObjects, type JsonObject, printTime } from "@kiln/api";
import type { Pod } from "../objects.ts";
import { setPodCondition } from "./set-pod-condition.ts";

/** Exit code of a process that SIGTERM ends. */
const TERMINATED = 143;

/** Changes the status to that of a Pod whose containers were stopped because it is deleted; a finalizer holds it. */
export function setStopped(pod: JsonObject, now: Date): void {
  const { metadata, status = {} } = pod as unknown as Pod;
  const end = (container: JsonObject): JsonObject => {
    const { running } = (container.state ?? {}) as { running?: JsonObject };
    const { startedAt = null } = running ?? {};
    const terminated = { exitCode: TERMINATED, reason: "Error", startedAt, finishedAt: printTime(now) };
    return running === undefined ? container : { ...container, ready: false, started: false, state: { terminated } };
  };
  pod.status = {
    ...status,
    phase: "Failed",
    observedGeneration: Number(metadata.generation ?? 1),
    containerStatuses: asObjects(status.containerStatuses).map(end),
  };
  for (const type of ["Ready", "ContainersReady"]) {
    setPodCondition(pod, { type, status: "False", reason: "PodFailed" }, now);
  }
}
