import { type Mutation, runMutating } from "@kiln/admission";
import { type JsonValue, metadataOf } from "@kiln/api";
import { decodeManagedFields } from "@kiln/apply";
import { attributesOf, targetOf } from "./attributes-of.ts";
import { matchNamespace } from "./check-identity.ts";
import { dedupOwners } from "./dedup-owners.ts";
import { recheckPlace } from "./recheck-place.ts";
import type { Step, Write } from "./write.ts";

/**
 * Runs mutating admission, which may change the object. Its changes have no owner, and later steps validate them as if
 * the client had sent them. A Scale was admitted before it became a change of the object.
 */
export const mutate: Step = (write) => {
  if (write.subresource === "scale") {
    return undefined;
  }
  const target = targetOf(write);
  const { managedFields } = metadataOf(write.object);
  let isAsked = false;
  const pending = runMutating(write.context.services.plugins, target, () => {
    isAsked = true;
    dropSystemFields(write);
    const attributes = attributesOf(write, target);
    const mutations = collectMutations(write);
    return mutations === undefined ? attributes : { ...attributes, mutations };
  });
  if (pending !== undefined) {
    return pending.then(() => recheckPlace(write)).then(() => judgeAnew(write, managedFields));
  }
  return isAsked ? judgeAnew(write, managedFields) : undefined;
};

/** Collects the mutations in `write.mutations`, for error messages about marked fields. */
function collectMutations(write: Write): Mutation[] | undefined {
  if (write.live === undefined || write.resource.schema.mutability === undefined) {
    return undefined;
  }
  write.mutations = [];
  return write.mutations;
}

const SYSTEM_FIELDS = ["uid", "creationTimestamp", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"];

/** Removes fields from a new object that clients may not set. Reviews and bindings may keep them. */
function dropSystemFields({ live, object, subresource }: Write): void {
  const metadata = metadataOf(object);
  for (const key of live === undefined && subresource === "" ? SYSTEM_FIELDS : []) {
    delete metadata[key];
  }
}

/** Repeats earlier steps whose result admission may have invalidated. */
function judgeAnew(write: Write, managedFields: JsonValue | undefined): undefined {
  write.isSettled = false;
  keepReadableOwners(write, managedFields);
  matchNamespace(write);
  return dedupOwners({ ...write, operation: "patch" }) as undefined;
}

/** Restores the former managedFields if admission made them invalid. */
function keepReadableOwners({ object, context }: Write, before: JsonValue | undefined): void {
  const metadata = metadataOf(object);
  const fault = metadata.managedFields === before ? undefined : decodeManagedFields(metadata.managedFields);
  if (typeof fault !== "string") {
    return;
  }
  if (before === undefined) {
    delete metadata.managedFields;
  } else {
    metadata.managedFields = before;
  }
  context.warnings.push(
    ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating " +
      `admission controller; please fix your requests: ${fault}`,
  );
}
