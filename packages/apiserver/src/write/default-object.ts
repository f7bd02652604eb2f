import type { Step } from "./write.ts";

/** Changes the object: defaults come in, nulls that mean nothing go. */
export const defaultObject: Step = ({ resource, object, isSettled }) => {
  if (!isSettled) {
    resource.schema.setDefaults?.(object);
  }
  return undefined;
};
