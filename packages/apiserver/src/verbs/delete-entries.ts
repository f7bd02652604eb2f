import { type AdmissionTarget, isAsked, type Requester } from "@kiln/admission";
import { StatusError } from "@kiln/api";
import type { DeleteOptions, Resource } from "@kiln/kinds";
import type { Entry } from "@kiln/store";
import type { RequestServices } from "../request/request-services.ts";
import { deleteObject } from "./delete-object.ts";

export interface Batch {
  readonly resource: Resource;
  readonly options: DeleteOptions;
  readonly entries: readonly Entry[];
  /** User of the request, for admission of each object; absent: no admission. */
  readonly requester?: Requester;
}

/**
 * Deletes each object, or marks it as deleted if finalizers hold it. All deletions are queued before the first is
 * awaited, so that a store that groups commits needs one commit. With admission they run one after the other.
 */
export async function deleteEntries(services: RequestServices, batch: Batch): Promise<void> {
  const { resource, options, entries, requester } = batch;
  const target: AdmissionTarget = { services: services.admission, operation: "DELETE", resource, subresource: "" };
  const isInTurn = requester !== undefined && isAsked(services.plugins, target);
  const admission = requester === undefined ? {} : { admission: { requester, name: "" } };
  const pending: Promise<unknown>[] = [];
  let refusal: unknown;
  for (const { key } of entries) {
    try {
      const deletion = { resource, ...placeOf(resource, key), options, ...admission };
      const deleted = ignoreNotFound(deleteObject(services, deletion));
      pending.push(deleted);
      if (isInTurn) {
        await deleted;
      }
    } catch (error) {
      if (!isNotFound(error)) {
        refusal = error;
        break;
      }
    }
  }
  await Promise.all(pending);
  if (refusal !== undefined) {
    throw refusal;
  }
}

function placeOf(resource: Resource, key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.lastIndexOf("/");
  const namespace = resource.isNamespaced ? key.slice(resource.storage.prefix.length, slash) : "";
  return { namespace, name: key.slice(slash + 1) };
}

async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isNotFound(error)) {
      throw error;
    }
  }
}

/** Whether another client has deleted the object already, which counts as success. */
function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.status.code === 404;
}
