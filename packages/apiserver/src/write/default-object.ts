import type { Step } from "./write.ts";

/** Changes the object: defaults come in, nulls that mean nothing go. */
export const defaultObject: Step = ({ resource, object, isSettled, isApply }) => {
  if (!isSettled) {
    // Kubernetes: what applying leaves of an object whose last field goes is null, and stays so for validation to see.
    resource.schema.setDefaults?.(object, { mayHaveNulls: !isApply });
  }
  resource.strategy.setDefaults?.(object);
  return undefined;
};
