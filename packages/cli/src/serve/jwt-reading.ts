import { type FieldError, type FieldPath, getOwn, isJsonObject, type JsonObject } from "@kiln/api";
import type { TokenExpressions } from "@kiln/apiserver";

/** Where an entry of an authentication configuration stands, and what is needed to read it. */
export interface JwtReading {
  readonly path: FieldPath;
  readonly expressions: TokenExpressions;
  /** Issuers whose tokens this server signs itself. */
  readonly ownIssuers: readonly string[];
  /** What is wrong is added here. */
  readonly errors: FieldError[];
}

/** Empty if there are none. */
export function fieldsAt(object: JsonObject, field: string): JsonObject {
  const value = getOwn(object, field);
  return isJsonObject(value) ? value : {};
}
