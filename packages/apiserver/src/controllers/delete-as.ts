import { StatusError } from "@kiln/api";
import type { Services } from "../services.ts";
import { deleteObject } from "../verbs/delete-object.ts";
import type { DeleteOptions } from "../verbs/delete-options.ts";
import type { Actor, Place } from "./actor.ts";

export interface ActorDeletion {
  readonly place: Place;
  readonly options: Omit<DeleteOptions, "isDryRun">;
}

/** Deletes an object on a controller's behalf, if it is still there. Queued in this turn unless admission takes its time. */
export async function deleteAs(services: Services, { user }: Actor, { place, options }: ActorDeletion): Promise<void> {
  const { resource, namespace, name } = place;
  const admission = { requester: { user, warnings: [] }, name };
  try {
    await deleteObject(services, { resource, namespace, name, options: { ...options, isDryRun: false }, admission });
  } catch (error) {
    if (!(error instanceof StatusError && error.status.code === 404)) {
      throw error;
    }
  }
}
