import type { Step } from "./write.ts";

/**
 * Changes an applied object: what is below an object of which the schema knows no field goes, and null from where it
 * means nothing. Kubernetes: only when it is stored, so that both count for validation.
 */
export const pruneApplied: Step = ({ resource, object, isApply, isSettled }) => {
  if (isApply && resource.isCustom && !isSettled) {
    const { mayHaveNulls } = resource.schema.prune(object, { isStored: true });
    if (mayHaveNulls) {
      resource.schema.setDefaults?.(object);
    }
  }
  return undefined;
};
