import type { Mutation } from "@kiln/admission";
import type { FieldError } from "@kiln/api";

/** Names in errors of marked fields the webhook or policy that made the change, if the client did not. */
export function nameMutators(
  errors: readonly FieldError[] | undefined,
  mutations: readonly Mutation[] | undefined,
): readonly FieldError[] | undefined {
  if (errors === undefined || errors.length === 0 || mutations === undefined || mutations.length === 0) {
    return errors;
  }
  const changed = mutations.map((mutation) => ({ by: mutation.by, fields: brokenBy(mutation) }));
  return errors.map((error) => {
    const by = changed.find(({ fields }) => fields.has(error.field))?.by;
    return by === undefined ? error : { ...error, detail: `${error.detail}; ${by} made this change, not the client` };
  });
}

/** Paths of the marked fields that one mutation changed. */
function brokenBy({ resource, old, before, after }: Mutation): ReadonlySet<string> {
  const check = resource.schema.mutability;
  const known = new Set(check?.(old, before).map(({ field }) => field));
  return new Set(check?.(old, after).flatMap(({ field }) => (known.has(field) ? [] : [field])));
}
