import {
  exceedsJsonSize,
  type FieldError,
  fieldPath,
  type StringMap,
  statusFromPlainError,
  statusInvalid,
  validateAnnotations,
} from "@kiln/api";
import { groupKindOf } from "./claimed-kind.ts";
import { metadataOf, type Step, type Write } from "./write.ts";

/** The store's limit, which is etcd's. */
const MAX_BYTES = 1.5 * 1024 * 1024;

const ANNOTATIONS = fieldPath("metadata", "annotations");

/**
 * Rejects an object that the store would reject for its size, before the work that grows with it. Kubernetes validates
 * first: of what it would find, this reports annotations and data that are too large, the usual reasons.
 */
export const checkSize: Step = (write) => {
  // A request that is not large cannot make so large an object.
  if (write.context.leave === undefined || !isTooLarge(write)) {
    return undefined;
  }
  const errors = findErrors(write);
  if (errors.length > 0) {
    throw statusInvalid(groupKindOf(write), String(metadataOf(write.object).name ?? ""), errors);
  }
  throw statusFromPlainError("etcdserver: request is too large");
};

/** Counts what the request can set: the main endpoint takes no status, the status endpoint nothing else. */
function isTooLarge({ object, resource, subresource }: Write): boolean {
  const { metadata = {}, status = null, ...rest } = object;
  if (subresource === "status") {
    return exceedsJsonSize([metadata, status], MAX_BYTES);
  }
  return exceedsJsonSize(resource.hasStatus ? { ...rest, metadata } : object, MAX_BYTES);
}

function findErrors({ resource, object }: Write): FieldError[] {
  const annotations = metadataOf(object).annotations as StringMap | undefined;
  return [...validateAnnotations(annotations, ANNOTATIONS), ...(resource.strategy.validateSize?.(object) ?? [])];
}
