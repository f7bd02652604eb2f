import { impersonateUser, readImpersonation } from "@kiln/access";
import type { User } from "@kiln/api";
import { attributesOf } from "../request/access-attributes.ts";
import type { Context } from "../request/context.ts";
import type { Filter } from "./filter.ts";
import type { FilterServices } from "./filter-services.ts";

/** Maximum number of cached users; the oldest is dropped first. */
const MAX_USERS = 1000;

/** Replaces the user by the impersonated one, if the user is authorized to impersonate it. */
export function impersonate({ authorizer }: Pick<FilterServices, "authorizer">): Filter {
  const findUser = createUserCache();
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
    context.user = findUser(user);
  }
}

/**
 * Returns one object for equal users: RBAC caches the rules of a user by identity, and computing them reads every
 * binding.
 */
function createUserCache(): (user: User) => User {
  const users = new Map<string, User>();
  return (user) => {
    const key = JSON.stringify([user.name, user.uid, user.groups, user.extra]);
    const known = users.get(key);
    if (known !== undefined) {
      return known;
    }
    users.set(key, user);
    if (users.size > MAX_USERS) {
      users.delete(users.keys().next().value as string);
    }
    return user;
  };
}
