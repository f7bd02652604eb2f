import { forbidden } from "../authorization.ts";
import type { Step } from "./write.ts";

/** Who creates by an update or a patch must be allowed to create, and that it comes to that is only known by now. */
export const authorizeCreate: Step = ({ context, operation, live }) => {
  if (operation === "create" || live !== undefined) {
    return undefined;
  }
  const info = { ...context.info, verb: "create" };
  if (!context.services.authorizer(context.user, info)) {
    throw forbidden(context.user, info);
  }
  return undefined;
};
