import { ANONYMOUS } from "../authentication.ts";
import type { Services } from "../services.ts";
import type { Filter } from "./filter.ts";

/** Says who is asking: the first authenticator that knows, or nobody in particular. */
export function authenticate({ authenticators }: Pick<Services, "authenticators">): Filter {
  return {
    before(context) {
      for (const authenticator of authenticators) {
        const user = authenticator(context.request);
        if (user !== undefined) {
          context.user = user;
          return;
        }
      }
      context.user = ANONYMOUS;
    },
  };
}
