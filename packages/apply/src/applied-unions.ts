import { deepCopy, type FieldError, fieldPath, invalid, type JsonObject } from "@kiln/api";
import type { CompiledUnions, UnionChange, UnionContradiction } from "@kiln/schema";
import type { Conflict } from "./conflict.ts";
import type { TypedObject } from "./kind-fields.ts";
import { locate } from "./own-unions.ts";
import { fieldElement, printPath } from "./path-element.ts";

export interface JudgedConfig {
  /** The configuration, completed by the discriminator of each union of which it sets a member. */
  readonly config: JsonObject;
  readonly errors: readonly FieldError[];
  /** Discriminators that the configuration does not have and its members imply. */
  readonly implied: readonly UnionChange[];
}

/**
 * Validates the unions of an applied configuration: setting a member selects it, and its applier owns the
 * discriminator, set or not.
 */
export function judgeUnions(given: JsonObject, unions: CompiledUnions): JudgedConfig {
  const { errors: crowds } = unions.check(given);
  if (crowds.length > 0) {
    return { config: given, errors: crowds, implied: [] };
  }
  const config = deepCopy(given);
  // Explicit nulls are no members, and only the discriminator clears the last member.
  const changes = unions.normalize(config);
  const errors = changes.flatMap(({ path, value, contradiction }) =>
    contradiction === undefined || value === null ? [] : [invalid(fieldPath(path), value, explain(contradiction))],
  );
  return { config, errors, implied: changes.filter(({ member }) => member !== undefined) };
}

/** Adds to conflicts over a discriminator the member that implies it: the applied file has no such field. */
export function explainImplied(
  conflicts: readonly Conflict[],
  { type, object }: TypedObject,
  implied: readonly UnionChange[],
): Conflict[] {
  const reasons = new Map(
    implied.map(({ location, member = "", value }) => {
      const { path } = locate(type, object, location);
      const at = printPath([...path.slice(0, -1), fieldElement(member)]);
      return [printPath(path), `set to ${JSON.stringify(value)} by ${at}, a member of the same union`];
    }),
  );
  return conflicts.map((conflict) => {
    const because = reasons.get(printPath(conflict.path));
    return because === undefined ? conflict : { ...conflict, because };
  });
}

function explain({ discriminator, said, wanted }: UnionContradiction): string {
  const [now, then] = [said, wanted].map((each) => JSON.stringify(each));
  return `the discriminator ${discriminator} is ${now}, which does not stand for this member of the union: set ${discriminator} to ${then} or leave it out, or leave out this member`;
}
