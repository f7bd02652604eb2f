import { ClientFault, type User } from "@kiln/api";
import type { ApiRequest } from "@kiln/wire";

type Maybe<T> = T | undefined | Promise<T | undefined>;

/**
 * Authenticates a request. Undefined if the request has no credential for this authenticator: the next one is tried.
 * Throws for an invalid credential.
 */
export type Authenticator = (request: ApiRequest) => Maybe<User>;

/** User of a token, and the requested audiences it is valid for. */
export interface AuthenticatedToken {
  readonly user: User;
  /** Requested audiences that the token has; absent for a token without audiences. */
  readonly audiences?: readonly string[];
}

/**
 * Authenticates a token. Undefined if it is not a token of this kind; throws a {@link TokenError} for an invalid one.
 * Returns the same object for an unchanged user, because authorization caches decisions by user object.
 */
export type TokenAuthenticator = (token: string, audiences: readonly string[]) => Maybe<AuthenticatedToken>;

/** Reason for rejecting a token, which only TokenReviews return; other clients get a plain 401. */
export class TokenError extends ClientFault {
  override readonly name = "TokenError";
}

export const AUTHENTICATED = "system:authenticated";
export const UNAUTHENTICATED = "system:unauthenticated";

export const ANONYMOUS: User = { name: "system:anonymous", groups: [UNAUTHENTICATED] };

/** Copy of the user with the group system:authenticated. */
export function asAuthenticated(user: User): User {
  return user.groups.includes(AUTHENTICATED) || user.groups.includes(UNAUTHENTICATED)
    ? user
    : { ...user, groups: [...user.groups, AUTHENTICATED] };
}
