import { requireAllowed } from "@kiln/access";
import { attributesOf } from "../request/access-attributes.ts";
import type { Step } from "./write.ts";

/** Requires the permission to create for an update or patch that creates its object, which is known only here. */
export const authorizeCreate: Step = ({ context, operation, live }) => {
  if (operation === "create" || live !== undefined) {
    return undefined;
  }
  const { user, info, services } = context;
  return requireAllowed(services, { ...attributesOf(user, info), verb: "create" });
};
