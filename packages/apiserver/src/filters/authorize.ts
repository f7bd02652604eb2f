import { statusUnauthorized } from "@kiln/api";
import { isAnonymous } from "../authentication.ts";
import { forbidden } from "../authorization.ts";
import type { Services } from "../services.ts";
import type { Filter } from "./filter.ts";

/** Lets through what the user may do. Who has not said who he is, is asked for that first. */
export function authorize({ authorizer }: Pick<Services, "authorizer">): Filter {
  return {
    before({ user, info }) {
      if (authorizer(user, info)) {
        return;
      }
      throw isAnonymous(user) ? statusUnauthorized("Unauthorized") : forbidden(user, info);
    },
  };
}
