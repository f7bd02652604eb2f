import type { Step } from "./write.ts";

/**
 * Prunes an applied object, with `--semantics upstream`. Kubernetes: nulls and fields below an object without a schema
 * are dropped only when the object is stored, so they are validated (apiserver/customresource_handler.go
 * unstructuredDefaulter.Default, v1.36).
 */
export const pruneApplied: Step = ({ resource, object, isApply, isSettled, context }) => {
  if (isApply && resource.dialect.decoding.prunesBySchema && !isSettled && context.services.semantics === "upstream") {
    const { mayHaveNulls } = resource.schema.prune(object, { isStored: true });
    if (mayHaveNulls) {
      resource.schema.setDefaults?.(object);
    }
  }
  return undefined;
};
