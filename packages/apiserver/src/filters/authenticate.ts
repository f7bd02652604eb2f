import { ANONYMOUS, TokenError } from "@kiln/access";
import { StatusError, statusUnauthorized, type User } from "@kiln/api";
import type { Context } from "../request/context.ts";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";

/**
 * Sets the user of a request to that of the first authenticator that accepts it. Anonymous requests may use public
 * paths only.
 */
export function authenticate({
  authenticators,
  anonymous,
  log,
}: Pick<FilterServices, "authenticators" | "anonymous" | "log">): Filter {
  const greet = (context: Context, user: User | undefined): undefined => {
    if (user === undefined && !anonymous(context.info.path)) {
      throw statusUnauthorized("Unauthorized");
    }
    context.user = user ?? ANONYMOUS;
  };
  /** The reason for rejecting a credential is never sent to the client. */
  const refuse = (error: unknown): never => {
    if (!(error instanceof TokenError || error instanceof StatusError)) {
      log.error({ err: error }, "authentication failed");
    }
    throw statusUnauthorized("Unauthorized");
  };
  const askFrom = (context: Context, start: number): undefined | Promise<undefined> => {
    for (let i = start; i < authenticators.length; i++) {
      const user = authenticators[i]?.(context.request);
      if (user instanceof Promise) {
        return user
          .catch(refuse)
          .then((later) => (later === undefined ? askFrom(context, i + 1) : greet(context, later)));
      }
      if (user !== undefined) {
        return greet(context, user);
      }
    }
    return greet(context, undefined);
  };
  return {
    before(context) {
      try {
        return askFrom(context, 0);
      } catch (error) {
        return refuse(error);
      }
    },
  };
}
