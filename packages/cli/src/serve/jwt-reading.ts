import type { TokenExpressions } from "@kiln/access";
import type { FieldError, FieldPath } from "@kiln/api";

/** Where an entry of an authentication configuration stands, and what is needed to read it. */
export interface JwtReading {
  readonly path: FieldPath;
  readonly expressions: TokenExpressions;
  /** Issuers whose tokens this server signs itself. */
  readonly ownIssuers: readonly string[];
  /** Errors are added here. */
  readonly errors: FieldError[];
}
