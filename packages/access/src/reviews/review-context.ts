import type { KindContext, KindServices } from "@kiln/kinds";
import type { TokenAuthenticator } from "../authentication/authenticator.ts";
import type { Authorizer } from "../authorization/authorizer.ts";

/** Parts of the server that reviews use. */
export interface ReviewServices extends KindServices {
  readonly authorizer: Authorizer;
  /** Authenticates tokens. */
  readonly tokens: TokenAuthenticator;
  /** Accepted audiences of tokens. */
  readonly audiences: readonly string[];
}

export interface ReviewContext extends KindContext {
  readonly services: ReviewServices;
}
