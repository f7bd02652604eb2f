import type { Step } from "./write.ts";

/**
 * Changes an applied object, with `--semantics upstream`. Kubernetes: null goes from where it means nothing, and so does
 * what is below an object of which the schema knows no field, only when it is stored, so that they count for validation.
 */
export const pruneApplied: Step = ({ resource, object, isApply, isSettled, context }) => {
  if (isApply && resource.isCustom && !isSettled && context.services.semantics === "upstream") {
    const { mayHaveNulls } = resource.schema.prune(object, { isStored: true });
    if (mayHaveNulls) {
      resource.schema.setDefaults?.(object);
    }
  }
  return undefined;
};
