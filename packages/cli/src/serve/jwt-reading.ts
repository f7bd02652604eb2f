import type { TokenExpressions } from "@kiln/access";
import type { FieldError, FieldPath } from "@kiln/api";

/** Position of an entry in an authentication configuration, and the context for decoding it. */
export interface JwtReading {
  readonly path: FieldPath;
  readonly expressions: TokenExpressions;
  /** Issuers whose tokens this server signs itself. */
  readonly ownIssuers: readonly string[];
  /** Collects the errors. */
  readonly errors: FieldError[];
}
