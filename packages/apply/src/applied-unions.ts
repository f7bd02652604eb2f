import { deepCopy, type FieldError, fieldPath, invalid, type JsonObject } from "@kiln/api";
import type { CompiledUnions, UnionContradiction } from "@kiln/schema";

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
  const { errors: crowds } = unions.check(given);
  if (crowds.length > 0) {
    return { config: given, errors: crowds };
  }
  const config = deepCopy(given);
  // Explicit nulls are no members, and nobody but the discriminator clears what is the only one.
  const errors = unions
    .normalize(config)
    .flatMap(({ path, value, contradiction }) =>
      contradiction === undefined || value === null ? [] : [invalid(fieldPath(path), value, explain(contradiction))],
    );
  return { config, errors };
}

function explain({ discriminator, said, wanted }: UnionContradiction): string {
  const [now, then] = [said, wanted].map((each) => JSON.stringify(each));
  return `the discriminator ${discriminator} is ${now}, which does not stand for this member of the union: set ${discriminator} to ${then} or leave it out, or leave out this member`;
}
