import type { Step } from "./write.ts";

/** Changes the object: sets defaults, and drops nulls that have no meaning. */
export const defaultObject: Step = ({ resource, object, isSettled, isApply, context }) => {
  if (!isSettled) {
    // Kubernetes: applying away the last field of an object leaves null, which validation sees (typed/remove.go
    // removingWalker.doMap, v1.36).
    const keepsNulls = isApply && context.services.semantics === "upstream";
    resource.schema.setDefaults?.(object, { mayHaveNulls: !keepsNulls });
  }
  resource.strategy.setDefaults?.(object);
  return undefined;
};
