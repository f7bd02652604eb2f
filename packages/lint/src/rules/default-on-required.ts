import type { LintRule } from "../lint-rule.ts";

export const defaultOnRequired: LintRule = {
  id: "default-on-required",
  severity: "info",
  about: "a required field has a default, so that clients need not set it",
  find: ({ schemas }) =>
    schemas
      .filter(({ schema, name, parent }) => schema.default !== undefined && parent?.schema.required?.includes(name))
      .map(({ path, field }) => ({
        path: [...path, "default"],
        message: `"${field}" is required and has a default: the server sets it, so that being required says nothing; clients' tools ask for it nevertheless`,
      })),
};
