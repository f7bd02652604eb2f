import { printErrors } from "../authorization/authorizer-chain.ts";
import { type AuthenticatedToken, type TokenAuthenticator, TokenError } from "./authenticator.ts";

/**
 * Chain of authenticators: the first that accepts the token decides. If none does, all their errors are reported
 * together.
 */
export function createTokenChain(authenticators: readonly TokenAuthenticator[]): TokenAuthenticator {
  return (token, audiences) => {
    const errors: string[] = [];
    for (const [i, authenticator] of authenticators.entries()) {
      const found = settle(() => authenticator(token, audiences), errors);
      if (found instanceof Promise) {
        return finish(found, authenticators.slice(i + 1), { token, audiences, errors });
      }
      if (found !== undefined) {
        return found;
      }
    }
    return giveUp(errors);
  };
}

interface Asked {
  readonly token: string;
  readonly audiences: readonly string[];
  readonly errors: string[];
}

/** Tries the authenticators after the first; appends their errors to `errors`. */
async function finish(
  first: Promise<AuthenticatedToken | undefined>,
  rest: readonly TokenAuthenticator[],
  { token, audiences, errors }: Asked,
): Promise<AuthenticatedToken | undefined> {
  let found = await settle(() => first, errors);
  for (const authenticator of rest) {
    found ??= await settle(() => authenticator(token, audiences), errors);
  }
  return found ?? giveUp(errors);
}

/** Calls one authenticator. Appends its error to `errors`, because a later one may still accept the token. */
function settle(ask: () => ReturnType<TokenAuthenticator>, errors: string[]): ReturnType<TokenAuthenticator> {
  const note = (error: unknown): undefined => {
    if (!(error instanceof TokenError)) {
      throw error;
    }
    errors.push(error.message);
  };
  try {
    const found = ask();
    return found instanceof Promise ? found.catch(note) : found;
  } catch (error) {
    return note(error);
  }
}

function giveUp(errors: readonly string[]): undefined {
  if (errors.length > 0) {
    throw new TokenError(printErrors(errors));
  }
}
