import type { LintRule } from "../lint-rule.ts";
import type { SchemaPlace } from "../lint-subject.ts";

export const requiredButPruned: LintRule = {
  id: "required-but-pruned",
  severity: "error",
  about: "a required field is not in the schema, so no object can have it",
  find: ({ schemas }) =>
    schemas.flatMap((place) =>
      (place.schema.required ?? []).flatMap((name, index) =>
        mayHave(place, name)
          ? []
          : [
              {
                path: [...place.path, "required", index],
                message: `"${name}" is required, but is not among the properties: it would be pruned, and every object refused`,
              },
            ],
      ),
    ),
};

/** Whether a field of this name survives pruning. */
function mayHave({ schema, relation }: SchemaPlace, name: string): boolean {
  const isObject = relation === "root" || schema.embeddedResource === true;
  return (
    schema.properties?.has(name) === true ||
    (schema.additionalProperties !== undefined && schema.additionalProperties !== false) ||
    schema.preserveUnknownFields === true ||
    (isObject && ["apiVersion", "kind", "metadata"].includes(name))
  );
}
