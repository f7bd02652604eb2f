import type { Step } from "./write.ts";

/** Sets defaults in the object, and removes nulls without a meaning. */
export const defaultObject: Step = ({ resource, object, isSettled, isApply, context }) => {
  if (!isSettled) {
    // Kubernetes: removing the last applied field of an object leaves null, which is validated (typed/remove.go
    // removingWalker.doMap, v1.36).
    const keepsNulls = isApply && context.services.semantics === "upstream";
    resource.schema.setDefaults?.(object, { mayHaveNulls: !keepsNulls });
  }
  resource.strategy.setDefaults?.(object);
  return undefined;
};
