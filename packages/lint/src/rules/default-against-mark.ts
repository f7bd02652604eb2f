import type { LintRule } from "../lint-rule.ts";

export const defaultAgainstMark: LintRule = {
  id: "default-against-mark",
  severity: "warning",
  about: "a default sets again what a mark lets clients remove",
  find: ({ schemas }) =>
    schemas
      .filter(({ schema }) => schema.default !== undefined && schema.mutability === "RemoveOnly")
      .map(({ path, field }) => ({
        path: [...path, "default"],
        message: `"${field}" may only be removed, but its default sets it again: no client can remove it`,
      })),
};
