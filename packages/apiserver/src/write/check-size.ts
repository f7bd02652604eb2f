import {
  exceedsJsonSize,
  type FieldError,
  fieldPath,
  metadataOf,
  type StringMap,
  statusFromPlainError,
  statusInvalid,
  validateAnnotations,
} from "@kiln/api";
import { maxSentBytes } from "@kiln/store";
import { restIfLarge } from "../request/large-requests.ts";
import { groupKindOf } from "./claimed-kind.ts";
import type { Step, Write } from "./write.ts";

const ANNOTATIONS = fieldPath("metadata", "annotations");

/**
 * Rejects an object that the store would reject for its size, before steps whose work grows with the size. Kubernetes
 * validates first; of its errors, this reports annotations and data that are too large, the usual reasons.
 */
export const checkSize: Step = (write) => {
  const { context, resource, subresource, object, live } = write;
  const sized: Sized = { context, resource, subresource, object, isNew: live === undefined };
  return isRefused(sized) ? restIfLarge(context)?.then(() => refuse(sized)) : undefined;
};

/** An object to be stored, or a configuration to be applied, which becomes part of an object. */
type Sized = Pick<Write, "context" | "resource" | "subresource" | "object"> & { readonly isNew: boolean };

/** Throws a Status if the object is larger than the store allows. */
export function refuseTooLarge(sized: Sized): void {
  if (isRefused(sized)) {
    refuse(sized);
  }
}

function isRefused(sized: Sized): boolean {
  // Only large requests can exceed the limit.
  return sized.context.leave !== undefined && isTooLarge(sized);
}

function refuse(sized: Sized): never {
  const errors = findErrors(sized);
  if (errors.length > 0) {
    throw statusInvalid(groupKindOf(sized), String(metadataOf(sized.object).name ?? ""), errors);
  }
  throw statusFromPlainError("etcdserver: request is too large");
}

/**
 * Measures status on its own where the endpoint drops it: a client that read an object and sends it back also sends its
 * status.
 */
function isTooLarge({ object, resource, subresource, isNew }: Sized): boolean {
  const { metadata = {}, status = null, ...rest } = object;
  if (subresource === "status") {
    return exceedsJsonSize([metadata, status], maxSentBytes);
  }
  const dropsStatus = resource.subresources.hasStatus && !(isNew && resource.strategy.status?.keepsNew === true);
  return dropsStatus
    ? exceedsJsonSize({ ...rest, metadata }, maxSentBytes) || exceedsJsonSize(status, maxSentBytes)
    : exceedsJsonSize(object, maxSentBytes);
}

function findErrors({ resource, object }: Sized): FieldError[] {
  const annotations = metadataOf(object).annotations as StringMap | undefined;
  return [...validateAnnotations(annotations, ANNOTATIONS), ...(resource.strategy.validateSize?.(object) ?? [])];
}
