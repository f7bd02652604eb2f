import type { Step } from "./write.ts";

/** Changes the object: a union keeps the member that the client chose last. */
export const normalizeUnions: Step = ({ resource, object, live }) => {
  resource.schema.unions?.normalize(object, live?.object);
  return undefined;
};
