import type { User } from "../context.ts";
import { asAuthenticated, type TokenAuthenticator } from "./authenticator.ts";

/** Tokens looked up in a fixed list. */
export function createStaticTokens(users: ReadonlyMap<string, User>): TokenAuthenticator {
  const known = new Map([...users].map(([token, user]) => [token, { user: asAuthenticated(user) }]));
  return (token) => known.get(token);
}
