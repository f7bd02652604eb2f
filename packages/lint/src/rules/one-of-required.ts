import type { JsonSchema } from "@kiln/schema";
import type { LintRule } from "../lint-rule.ts";

export const oneOfRequired: LintRule = {
  id: "one-of-required",
  severity: "info",
  about: "oneOf chooses among fields, which a union would do better",
  find: ({ schemas }) =>
    schemas.flatMap(({ schema, path }) => {
      const members = (schema.oneOf ?? []).map(onlyRequired);
      const isChoice = members.length > 1 && members.every((member) => member !== undefined);
      return isChoice
        ? [
            {
              path: [...path, "oneOf"],
              message: `oneOf lets one of ${members.join(", ")} be set, but a client that changes from one to the other must clear the first: x-kubernetes-unions does that for it`,
            },
          ]
        : [];
    }),
};

/** The only field that a branch requires, if it has no other keyword. */
function onlyRequired(branch: JsonSchema): string | undefined {
  return Object.keys(branch).length === 1 && branch.required?.length === 1 ? branch.required[0] : undefined;
}
