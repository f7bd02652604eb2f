import { attributesOf } from "../authorization/attributes-of.ts";
import { requireAllowed } from "../authorization/require-allowed.ts";
import type { Services } from "../services.ts";
import type { Filter } from "./filter.ts";

/** Lets through what the user may do. */
export function authorize(services: Pick<Services, "authorizer">): Filter {
  return { before: ({ user, info }) => requireAllowed(services, attributesOf(user, info)) };
}
