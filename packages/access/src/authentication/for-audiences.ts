import type { AuthenticatedToken, TokenAuthenticator } from "./authenticator.ts";

/** Restricts tokens without an audience to requests for the server's own audiences. */
export function forAudiences(tokens: TokenAuthenticator, own: readonly string[]): TokenAuthenticator {
  const judge = (found: AuthenticatedToken | undefined, asked: readonly string[]): AuthenticatedToken | undefined => {
    if (found === undefined || found.audiences !== undefined || own.length === 0) {
      return found;
    }
    const audiences = own.filter((audience) => asked.includes(audience));
    return audiences.length === 0 ? undefined : { user: found.user, audiences };
  };
  return (token, asked) => {
    const found = tokens(token, asked);
    return found instanceof Promise ? found.then((later) => judge(later, asked)) : judge(found, asked);
  };
}
