import { StatusError } from "@kiln/api";
import type { Actor, ActorDeletion } from "@kiln/kinds";
import type { RequestServices } from "../request/request-services.ts";
import { deleteObject } from "../verbs/delete-object.ts";

/** Deletes an object for a controller, if it still exists. Queued in this turn unless admission is asynchronous. */
export async function deleteAs(
  services: RequestServices,
  { user }: Actor,
  { place, options }: ActorDeletion,
): Promise<void> {
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
