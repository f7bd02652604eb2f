import { deepCopy, type FieldError, fieldPath, invalid, type JsonObject } from "@kiln/api";
import type { CompiledUnions } from "@kiln/schema";

export interface JudgedConfig {
  /** The configuration, with the discriminator of each union of which it sets a member. */
  readonly config: JsonObject;
  readonly errors: readonly FieldError[];
}

/**
 * Judges a configuration for itself: an applier says which member of a union it wants, and owns the discriminator that
 * names it, whether or not it wrote it down.
 */
export function judgeUnions(given: JsonObject, unions: CompiledUnions): JudgedConfig {
  const { errors } = unions.check(given);
  if (errors.length > 0) {
    return { config: given, errors };
  }
  const config = deepCopy(given);
  const contradictions = unions
    .normalize(config)
    .filter(({ kind, value }) => kind === "cleared" && value !== null)
    .map(({ path, value }) => invalid(fieldPath(path), value, "the discriminator names another member of the union"));
  return { config, errors: contradictions };
}
