import type { JsonObject } from "@kiln/api";
import { type Actor, type Place, storeKey } from "@kiln/kinds";
import type { ControllerServices } from "./controller-services.ts";

export interface WantedObject {
  readonly place: Place;
  readonly make: () => JsonObject;
  /** Corrects the object in place; returns false if it was correct. Absent: existence is enough. */
  readonly correct?: (object: JsonObject) => boolean;
}

/** Creates the object if it is missing, and restores it if it was changed. */
export async function ensureObject(services: ControllerServices, actor: Actor, wanted: WantedObject): Promise<void> {
  const { place, make, correct } = wanted;
  // Avoids calling admission for an existing object.
  const isThere = services.store.peek(storeKey(place.resource, place.namespace, place.name)) !== undefined;
  const isMade = !isThere && (await services.objects.create(actor, { place, object: make() }));
  if (!isMade && correct !== undefined) {
    await services.objects.change(actor, { place, change: correct });
  }
}
