import { impersonateUser, readImpersonation } from "@kiln/access";
import { attributesOf } from "../request/access-attributes.ts";
import type { Context } from "../request/context.ts";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";

/** Replaces the user by the impersonated one, if that is allowed. */
export function impersonate({ authorizer }: Pick<FilterServices, "authorizer">): Filter {
  return {
    before(context) {
      const wanted = readImpersonation(context.request);
      return wanted === undefined ? undefined : become(context, wanted);
    },
  };

  async function become(context: Context, wanted: Context["user"]): Promise<undefined> {
    const attributes = attributesOf(context.user, context.info);
    const user = await impersonateUser({ authorizer, wanted, attributes });
    context.impersonator = context.user;
    context.user = user;
  }
}
