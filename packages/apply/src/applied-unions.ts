import { deepCopy, type FieldError, fieldPath, invalid, type JsonObject } from "@kiln/api";
import type { CompiledUnions, UnionChange, UnionContradiction } from "@kiln/schema";
import type { Conflict } from "./conflict.ts";
import type { TypedObject } from "./kind-fields.ts";
import { locate } from "./own-unions.ts";
import { fieldElement, printPath } from "./path-element.ts";

export interface JudgedConfig {
  /** Configuration with the discriminators that its members imply. */
  readonly config: JsonObject;
  readonly errors: readonly FieldError[];
  /** Discriminators that the members of the configuration imply and the configuration itself lacks. */
  readonly implied: readonly UnionChange[];
}

/**
 * Validates the unions of an applied configuration: setting a member selects it, and the applier owns the
 * discriminator, sent or not.
 */
export function judgeUnions(given: JsonObject, unions: CompiledUnions): JudgedConfig {
  const { errors: crowds } = unions.check(given);
  if (crowds.length > 0) {
    return { config: given, errors: crowds, implied: [] };
  }
  const config = deepCopy(given);
  // In an applied configuration, a null does not set a member, and only the discriminator can clear the last one.
  const changes = unions.normalize(config);
  const errors = changes.flatMap(({ path, value, contradiction }) =>
    contradiction === undefined || value === null ? [] : [invalid(fieldPath(path), value, explain(contradiction))],
  );
  return { config, errors, implied: changes.filter(({ member }) => member !== undefined) };
}

/**
 * Adds the member to conflicts over a discriminator that it implies, because the applied configuration has no such
 * field.
 */
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
