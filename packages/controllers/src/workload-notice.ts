import { type JsonObject, objectAt, objectsAt, type Timer } from "@kiln/api";
import { createActor, createKinds, readStoredObject } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import { reportEvent } from "./report-event.ts";
import { createWorkQueue } from "./work-queue.ts";

const NAME = "workload-notice-controller";
const ACTOR = createActor(NAME);
const PREFIXES = ["deployments", "replicasets", "statefulsets", "daemonsets"]
  .map((plural) => `/registry/apps/${plural}/`)
  .concat("/registry/batch/jobs/");
const MESSAGE =
  "No Pods are created: no controller reconciles this object. Kiln runs workload controllers with kiln serve --simulate, and kube-controller-manager can run against it.";

/** Time after which an unreconciled workload is reported: a controller elsewhere would have reconciled it by then. */
export const WORKLOAD_NOTICE_MS = 10_000;

/** Maximum number of pending notices: users read one or two, and a load test must not write twice as much. */
const MAX_PENDING = 100;

/**
 * Explains by an Event on a new workload that no controller will create its Pods. To be added to the controllers of a
 * server that simulates no workloads.
 */
export const workloadNotice: Controller = {
  name: NAME,
  start(services) {
    const kinds = createKinds(services.registry);
    const timers = new Map<string, Timer>();
    const work = async (key: string) => {
      timers.delete(key);
      const entry = services.store.peek(key);
      const place = kinds.placeOf(key);
      const object = entry === undefined || place === undefined ? undefined : readStoredObject(place.resource, entry);
      if (object !== undefined && !isReconciled(object)) {
        const about = { component: "kiln", about: object, type: "Warning" } as const;
        await reportEvent(services, ACTOR, { ...about, reason: "NoWorkloadController", message: MESSAGE });
      }
    };
    const queue = createWorkQueue({ services, name: "workload-notice", work });
    const stopFollowing = services.store.onCommit(({ events }) => {
      for (const { key, type } of events) {
        const isNew = type === "create" && PREFIXES.some((prefix) => key.startsWith(prefix));
        if (isNew && timers.size < MAX_PENDING) {
          timers.set(
            key,
            services.clock.setTimer(WORKLOAD_NOTICE_MS, () => queue.add(key)),
          );
        }
      }
    });
    return {
      stop() {
        stopFollowing();
        queue.stop();
        for (const timer of timers.values()) {
          timer.cancel();
        }
      },
    };
  },
};

/**
 * Whether the status has a field that every workload controller writes. An owned object counts as reconciled: the
 * notice is for its owner.
 */
function isReconciled(object: JsonObject): boolean {
  const { observedGeneration, startTime } = objectAt(object, "status");
  const isOwned = objectsAt(objectAt(object, "metadata"), "ownerReferences").length > 0;
  return isOwned || observedGeneration !== undefined || startTime !== undefined;
}
