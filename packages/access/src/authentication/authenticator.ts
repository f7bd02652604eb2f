import { ClientFault, type User } from "@kiln/api";
import type { ApiRequest } from "@kiln/wire";

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Undefined: no credential for this authenticator; the next one decides. Throws for an invalid credential. */
export type Authenticator = (request: ApiRequest) => Maybe<User>;

/** User of a token, and the requested audiences it is valid for. */
export interface AuthenticatedToken {
  readonly user: User;
  /** Absent if the token has no audience. */
  readonly audiences?: readonly string[];
}

/**
 * Undefined: not a token of this kind. Throws a {@link TokenError} for an invalid one. The same user is the same object
 * while it is unchanged: decisions are cached by it.
 */
export type TokenAuthenticator = (token: string, audiences: readonly string[]) => Maybe<AuthenticatedToken>;

/** Reason for rejecting a token, for TokenReviews only; the client that sent it gets a plain 401. */
export class TokenError extends ClientFault {
  override readonly name = "TokenError";
}

export const AUTHENTICATED = "system:authenticated";
export const UNAUTHENTICATED = "system:unauthenticated";

export const ANONYMOUS: User = { name: "system:anonymous", groups: [UNAUTHENTICATED] };

/** The user with the group system:authenticated. */
export function asAuthenticated(user: User): User {
  return user.groups.includes(AUTHENTICATED) || user.groups.includes(UNAUTHENTICATED)
    ? user
    : { ...user, groups: [...user.groups, AUTHENTICATED] };
}
