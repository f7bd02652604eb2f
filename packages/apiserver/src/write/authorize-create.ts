import { attributesOf } from "../authorization/attributes-of.ts";
import { requireAllowed } from "../authorization/require-allowed.ts";
import type { Step } from "./write.ts";

/** Who creates by an update or a patch must be allowed to create, and that it comes to that is only known by now. */
export const authorizeCreate: Step = ({ context, operation, live }) => {
  if (operation === "create" || live !== undefined) {
    return undefined;
  }
  const { user, info, services } = context;
  return requireAllowed(services, { ...attributesOf(user, info), verb: "create" });
};
