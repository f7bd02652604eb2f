import type { User } from "@kiln/api";
import type { ApiRequest } from "@kiln/wire";

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Undefined: this one cannot tell, ask the next. Throws for a credential that is there and wrong. */
export type Authenticator = (request: ApiRequest) => Maybe<User>;

/** User of a token, and the requested audiences it is valid for. */
export interface AuthenticatedToken {
  readonly user: User;
  /** Absent if the token is not for anybody in particular. */
  readonly audiences?: readonly string[];
}

/**
 * Undefined: not a token of this kind. Throws a {@link TokenError} for one that is, and does not count. The same user is
 * the same object as long as nothing about him changes: what he may do is remembered by it.
 */
export type TokenAuthenticator = (token: string, audiences: readonly string[]) => Maybe<AuthenticatedToken>;

/** Reason for rejecting a token, for TokenReviews only; the client that sent it gets a plain 401. */
export class TokenError extends Error {
  override readonly name = "TokenError";
}

export const AUTHENTICATED = "system:authenticated";
export const UNAUTHENTICATED = "system:unauthenticated";

export const ANONYMOUS: User = { name: "system:anonymous", groups: [UNAUTHENTICATED] };

/** The user, known as one who has shown who he is. */
export function asAuthenticated(user: User): User {
  return user.groups.includes(AUTHENTICATED) || user.groups.includes(UNAUTHENTICATED)
    ? user
    : { ...user, groups: [...user.groups, AUTHENTICATED] };
}
