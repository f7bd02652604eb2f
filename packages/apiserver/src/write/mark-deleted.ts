import { type JsonObject, printTime } from "@kiln/api";
import type { Resource } from "../resources/resource.ts";
import type { Services } from "../services.ts";
import { metadataOf } from "./write.ts";

/**
 * Changes the object: it is being deleted from now on. The kind has its say first, so that it may hold the object.
 * Kubernetes: a kind that does is marked without further ado; others count it as a change and note that nobody waits.
 */
export function markDeleted(resource: Resource, object: JsonObject, services: Services): void {
  const metadata = metadataOf(object);
  metadata.deletionTimestamp = printTime(services.clock.now());
  if (resource.strategy.prepareDelete !== undefined) {
    resource.strategy.prepareDelete(object, services);
    return;
  }
  metadata.deletionGracePeriodSeconds = 0;
  if (resource.countsGenerations) {
    metadata.generation = Number(metadata.generation ?? 0) + 1;
  }
}

/** Whether something must happen before the object goes. */
export function isHeldBack(resource: Resource, object: JsonObject): boolean {
  const { finalizers } = metadataOf(object);
  return (Array.isArray(finalizers) && finalizers.length > 0) || resource.strategy.isHeld?.(object) === true;
}
