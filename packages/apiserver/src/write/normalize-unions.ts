import type { Step } from "./write.ts";

/** Changes the object: a union keeps the member that the client chose last. Who sent another hears that it went. */
export const normalizeUnions: Step = ({ resource, object, live, context }) => {
  for (const { warning } of resource.schema.unions?.normalize(object, live?.object) ?? []) {
    if (warning !== undefined) {
      context.warnings.push(warning);
    }
  }
  return undefined;
};
