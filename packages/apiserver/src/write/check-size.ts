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
import { groupKindOf } from "./claimed-kind.ts";
import type { Step, Write } from "./write.ts";

const ANNOTATIONS = fieldPath("metadata", "annotations");

/**
 * Rejects an object that every store would reject for its size, before the work that grows with it. Kubernetes
 * validates first: of its errors, this reports annotations and data that are too large, the usual reasons.
 */
export const checkSize: Step = (write) => {
  const { context, resource, subresource, object, live } = write;
  refuseTooLarge({ context, resource, subresource, object, isNew: live === undefined });
  return undefined;
};

/** An object to be stored, or a configuration to be applied, which becomes part of one. */
type Sized = Pick<Write, "context" | "resource" | "subresource" | "object"> & { readonly isNew: boolean };

/** Throws a Status. */
export function refuseTooLarge(sized: Sized): void {
  // A small request cannot result in so large an object.
  if (sized.context.leave === undefined || !isTooLarge(sized)) {
    return;
  }
  const errors = findErrors(sized);
  if (errors.length > 0) {
    throw statusInvalid(groupKindOf(sized), String(metadataOf(sized.object).name ?? ""), errors);
  }
  throw statusFromPlainError("etcdserver: request is too large");
}

/**
 * Counts status separately where the endpoint drops it: an object that a client read and sends back is no larger than
 * the stored one.
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
