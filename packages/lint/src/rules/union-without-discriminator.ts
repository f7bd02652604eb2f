import { parseUnions } from "@kiln/schema";
import type { LintRule } from "../lint-rule.ts";

export const unionWithoutDiscriminator: LintRule = {
  id: "union-without-discriminator",
  severity: "warning",
  about: "a union has no field that says which member is meant",
  find: ({ schemas }) =>
    schemas.flatMap(({ schema, path }) =>
      parseUnions(schema.unions ?? null).flatMap(({ discriminator, members }, index) =>
        discriminator === undefined
          ? [
              {
                path: [...path, "x-kubernetes-unions", index],
                message: `the union of ${[...members.keys()].join(", ")} has no discriminator: a client that does not know a new member cannot tell that it is set`,
              },
            ]
          : [],
      ),
    ),
};
