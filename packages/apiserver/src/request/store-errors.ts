import {
  type StatusError,
  statusAlreadyExists,
  statusConflict,
  statusFromPlainError,
  statusInternalError,
  statusNotFound,
  statusResourceExpired,
  statusServiceUnavailable,
} from "@kiln/api";
import type { Resource } from "@kiln/kinds";
import { isStoreError, type StoreError } from "@kiln/store";

/** Status error for a store error; the only table of these. */
export function fromStoreError(error: StoreError, resource: Resource, name: string): StatusError {
  const groupResource = { group: resource.group, resource: resource.names.plural };
  switch (error.code) {
    case "key-exists":
      return statusAlreadyExists(groupResource, name);
    case "key-not-found":
      return statusNotFound(groupResource, name);
    case "revision-mismatch":
      return statusConflict(
        groupResource,
        name,
        "the object has been modified; please apply your changes to the latest version and try again",
      );
    case "compacted":
      return statusResourceExpired("The resourceVersion for the provided list is too old.");
    case "unavailable":
    case "outcome-unknown":
    case "no-space":
    case "closed":
      return statusServiceUnavailable(error.message);
    case "too-large":
      // Kubernetes: etcd's own message, untranslated (handlers/responsewriters/status.go ErrorToAPIStatus, v1.36).
      return statusFromPlainError("etcdserver: request is too large", error);
    default:
      return statusInternalError(error.message, error);
  }
}

/** Runs `work` and translates its store errors; other errors are thrown unchanged. */
export async function withStoreErrors<T>(resource: Resource, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isStoreError(error) ? fromStoreError(error, resource, name) : error;
  }
}
