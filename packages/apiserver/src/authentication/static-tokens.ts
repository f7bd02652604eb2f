import type { User } from "../context.ts";
import { asAuthenticated, type TokenAuthenticator, TokenError } from "./authenticator.ts";

/** Tokens looked up in a fixed list. */
export function createStaticTokens(users: ReadonlyMap<string, User>): TokenAuthenticator {
  const known = new Map([...users].map(([token, user]) => [token, { user: asAuthenticated(user) }]));
  return (token) => {
    const found = known.get(token);
    if (found === undefined) {
      throw new TokenError("invalid bearer token");
    }
    return found;
  };
}
