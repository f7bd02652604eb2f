import { objectAt, parseTime } from "@kiln/api";
import { createActor, createKinds, type Kinds, readHead, readStoredObject } from "@kiln/kinds";
import type { Controller } from "./controller.ts";
import type { ControllerServices } from "./controller-services.ts";
import { deleteWhenDue } from "./delete-when-due.ts";

const POD_PREFIX = "/registry/core/pods/";
const NODE_PREFIX = "/registry/core/nodes/";
const ACTOR = createActor("pod-garbage-collector");

/**
 * Deletes Pods that are being deleted on a node that does not exist: no kubelet would report that they have stopped.
 * Other Pods on such nodes stay, unlike in Kubernetes, since tests often use made-up node names.
 */
export const podGarbageCollector: Controller = {
  name: "pod-garbage-collector-controller",
  start(services) {
    const kinds = createKinds(services.registry);
    return deleteWhenDue(services, {
      controller: "pod-garbage-collector",
      prefix: POD_PREFIX,
      deleteIfDue: (key) => deleteIfLost(services, kinds, key),
    });
  },
};

async function deleteIfLost(services: ControllerServices, kinds: Kinds, key: string): Promise<number | undefined> {
  const entry = services.store.peek(key);
  const head = entry === undefined ? undefined : readHead(entry.value);
  const node = head?.fields?.["spec.nodeName"] ?? "";
  const place = kinds.placeOf(key);
  if (entry === undefined || place === undefined || head?.deleting !== true || node === "") {
    return undefined;
  }
  if (services.store.peek(NODE_PREFIX + node) !== undefined) {
    return undefined;
  }
  const { deletionTimestamp } = objectAt(readStoredObject(place.resource, entry), "metadata");
  const dueMs = parseTime(String(deletionTimestamp ?? "")).value?.getTime() ?? 0;
  const leftMs = dueMs - services.clock.now().getTime();
  if (leftMs > 0) {
    return leftMs;
  }
  const options = { preconditions: { uid: head.uid }, gracePeriodSeconds: 0 };
  await services.objects.delete(ACTOR, { place, options });
  return undefined;
}
