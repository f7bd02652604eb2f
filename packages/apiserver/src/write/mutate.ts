import { runMutating } from "../admission/run-plugins.ts";
import { attributesOf, targetOf } from "./attributes-of.ts";
import { checkNamespace } from "./check-identity.ts";
import { dedupOwners } from "./dedup-owners.ts";
import { recheckPlace } from "./recheck-place.ts";
import { metadataOf, type Step, type Write } from "./write.ts";

/**
 * Changes the object as admission wants it. What that changes belongs to nobody, and is judged by everything below as if
 * the client had sent it. A Scale has been through this before it became a change of the object.
 */
export const mutate: Step = (write) => {
  if (write.subresource === "scale") {
    return undefined;
  }
  const target = targetOf(write);
  let isAsked = false;
  const pending = runMutating(write.context.services.admission, target, () => {
    isAsked = true;
    dropSystemFields(write);
    return attributesOf(write, target);
  });
  if (pending !== undefined) {
    return pending.then(() => recheckPlace(write)).then(() => judgeAnew(write));
  }
  return isAsked ? judgeAnew(write) : undefined;
};

const SYSTEM_FIELDS = ["uid", "creationTimestamp", "selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"];

/** Changes a new object: nobody sees what a client may not set. */
function dropSystemFields({ live, object }: Write): void {
  const metadata = metadataOf(object);
  for (const key of live === undefined ? SYSTEM_FIELDS : []) {
    delete metadata[key];
  }
}

/** Changes the write: what was known of the object before admission saw it is known no more. */
function judgeAnew(write: Write): undefined {
  write.isSettled = false;
  checkNamespace(write);
  return dedupOwners({ ...write, operation: "patch" }) as undefined;
}
