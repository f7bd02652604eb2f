import type { KindContext, KindServices } from "@kiln/kinds";
import type { TokenAuthenticator } from "../authentication/authenticator.ts";
import type { Authorizer } from "../authorization/authorizer.ts";

/** Parts of the server that reviews use. */
export interface ReviewServices extends KindServices {
  readonly authorizer: Authorizer;
  /** Authenticator of tokens. */
  readonly tokens: TokenAuthenticator;
  /** Audiences that tokens may have. */
  readonly audiences: readonly string[];
}

export interface ReviewContext extends KindContext {
  readonly services: ReviewServices;
}
