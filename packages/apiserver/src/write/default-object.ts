import type { Step } from "./write.ts";

/** Changes the object: defaults come in, nulls that mean nothing go. */
export const defaultObject: Step = ({ resource, object, isSettled, isApply, context }) => {
  if (!isSettled) {
    // Kubernetes: what applying leaves of an object whose last field goes is null, and stays so for validation to see.
    const keepsNulls = isApply && context.services.semantics === "upstream";
    resource.schema.setDefaults?.(object, { mayHaveNulls: !keepsNulls });
  }
  resource.strategy.setDefaults?.(object);
  return undefined;
};
