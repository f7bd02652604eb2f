import { ownUnions, setManagedFields } from "@kiln/apply";
import { apiVersionOf } from "../resources/resource.ts";
import { ownerOf, timeOf } from "./field-owner.ts";
import type { Step } from "./write.ts";

/**
 * Changes the object: a union keeps the member that the client chose last. Who sent another hears that it went. What this
 * sets belongs to the client.
 */
export const normalizeUnions: Step = (write) => {
  const { resource, object, live, context } = write;
  const changes = resource.schema.unions?.normalize(object, live?.object) ?? [];
  for (const { warning } of changes) {
    if (warning !== undefined) {
      context.warnings.push(warning);
    }
  }
  const type = changes.length === 0 ? undefined : resource.storage.typeOf(apiVersionOf(resource));
  if (type !== undefined) {
    setManagedFields(object, ownUnions(object, changes, { type, owner: ownerOf(write), now: timeOf(write) }));
  }
  return undefined;
};
