import { type AuthenticatedToken, type Authenticator, type TokenAuthenticator, TokenError } from "./authenticator.ts";

const BEARER = /^bearer +([^ ]+) *$/i;

/** Authenticates `Authorization: Bearer TOKEN`. */
export function createBearerAuthenticator(tokens: TokenAuthenticator, audiences: readonly string[]): Authenticator {
  return ({ headers }) => {
    const token = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
    if (token === undefined) {
      return undefined;
    }
    const found = tokens(token, audiences);
    return found instanceof Promise ? found.then(requireUser) : requireUser(found);
  };
}

/** User of an accepted token. Throws if no authenticator accepts the token. */
export function requireUser(found: AuthenticatedToken | undefined): AuthenticatedToken["user"] {
  if (found === undefined) {
    throw new TokenError("invalid bearer token");
  }
  return found.user;
}
