import { deepEqual, type JsonObject } from "@kiln/api";
import { storeKey } from "../resources/resource.ts";
import type { Services } from "../services.ts";
import { type Place, SERVER_ACTOR } from "./actor.ts";
import { changeObject, createObject } from "./write-object.ts";

export interface WantedObject {
  readonly group: string;
  readonly plural: string;
  readonly place: Omit<Place, "resource">;
  readonly make: () => JsonObject;
  /** What is set right if somebody changed it. */
  readonly fields?: JsonObject;
}

/** Makes what the server itself wants to be there, unless it is. */
export async function ensureObject(services: Services, wanted: WantedObject): Promise<void> {
  const resource = services.registry.find(wanted.group, "v1", wanted.plural);
  if (resource === undefined) {
    return;
  }
  const { make, fields } = wanted;
  const place: Place = { resource, ...wanted.place };
  // Admission is not to be asked every few seconds about what is there already.
  const isThere = services.store.peek(storeKey(resource, place.namespace, place.name)) !== undefined;
  const isMade = !isThere && (await createObject(services, SERVER_ACTOR, { place, object: make() }));
  if (isMade || fields === undefined) {
    return;
  }
  await changeObject(services, SERVER_ACTOR, {
    place,
    change(object) {
      const isRight = Object.entries(fields).every(([field, value]) => deepEqual(object[field] ?? null, value));
      Object.assign(object, fields);
      return !isRight;
    },
  });
}
