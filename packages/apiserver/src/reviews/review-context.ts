import type { KindContext, KindServices } from "@kiln/kinds";
import type { TokenAuthenticator } from "../authentication/authenticator.ts";
import type { Authorizer } from "../authorization/authorizer.ts";

/** What the answers to reviews use of the server. */
export interface ReviewServices extends KindServices {
  readonly authorizer: Authorizer;
  /** Whom a token stands for. */
  readonly tokens: TokenAuthenticator;
  /** Whom tokens must be for to count here. */
  readonly audiences: readonly string[];
}

export interface ReviewContext extends KindContext {
  readonly services: ReviewServices;
}
