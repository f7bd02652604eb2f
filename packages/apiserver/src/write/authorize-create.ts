import { requireAllowed } from "@kiln/access";
import { attributesOf } from "../request/access-attributes.ts";
import type { Step } from "./write.ts";

/** An update or patch that creates needs the permission to create; whether it does is known only here. */
export const authorizeCreate: Step = ({ context, operation, live }) => {
  if (operation === "create" || live !== undefined) {
    return undefined;
  }
  const { user, info, services } = context;
  return requireAllowed(services, { ...attributesOf(user, info), verb: "create" });
};
