import { parseUnions } from "@kiln/schema";
import type { LintRule } from "../lint-rule.ts";

export const defaultInUnion: LintRule = {
  id: "default-in-union",
  severity: "warning",
  about: "a member of a union has a default, so that it is always set",
  find: ({ schemas }) =>
    schemas.flatMap(({ schema, path }) =>
      parseUnions(schema.unions ?? null)
        .flatMap(({ members }) => [...members.keys()])
        .filter((member) => schema.properties?.get(member)?.default !== undefined)
        .map((member) => ({
          path: [...path, "properties", member, "default"],
          message: `"${member}" is a member of a union, and its default sets it beside whichever member the client chose`,
        })),
    ),
};
