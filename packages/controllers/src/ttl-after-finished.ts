import { type JsonObject, objectAt, objectsAt, parseTime } from "@kiln/api";
import { createActor, createKinds, type Kinds, readStoredObject } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { deleteWhenDue } from "./delete-when-due.ts";

const JOB_PREFIX = "/registry/batch/jobs/";
const ACTOR = createActor("ttl-after-finished-controller");

/** Deletes Jobs some time after they finished, by ttlSecondsAfterFinished. */
export const ttlAfterFinished: Controller = {
  name: "ttl-after-finished-controller",
  start(services) {
    const kinds = createKinds(services.registry);
    return deleteWhenDue(services, {
      controller: "ttl-after-finished",
      prefix: JOB_PREFIX,
      deleteIfDue: (key) => deleteIfExpired(services, kinds, key),
    });
  },
};

/** Deletes the Job if it has expired. Returns the time until the next check; undefined if none is needed. */
async function deleteIfExpired(services: ControllerServices, kinds: Kinds, key: string): Promise<number | undefined> {
  const entry = services.store.peek(key);
  const place = kinds.placeOf(key);
  if (entry === undefined || place === undefined) {
    return undefined;
  }
  const job = readStoredObject(place.resource, entry);
  const expiresMs = expiryOf(job);
  const leftMs = expiresMs === undefined ? undefined : expiresMs - services.clock.now().getTime();
  if (leftMs !== undefined && leftMs <= 0) {
    const preconditions = { uid: String(objectAt(job, "metadata").uid) };
    await services.objects.delete(ACTOR, { place, options: { preconditions, propagation: "Foreground" } });
    return undefined;
  }
  return leftMs;
}

function expiryOf(job: JsonObject): number | undefined {
  const { ttlSecondsAfterFinished } = objectAt(job, "spec");
  if (typeof ttlSecondsAfterFinished !== "number" || objectAt(job, "metadata").deletionTimestamp !== undefined) {
    return undefined;
  }
  const finished = objectsAt(objectAt(job, "status"), "conditions").find(
    ({ type, status }) => (type === "Complete" || type === "Failed") && status === "True",
  );
  const at = finished === undefined ? undefined : parseTime(String(finished.lastTransitionTime ?? "")).value;
  return at === undefined ? undefined : at.getTime() + ttlSecondsAfterFinished * 1000;
}
