import type { LintRule } from "../lint-rule.ts";

export const preservedUnknownFields: LintRule = {
  id: "preserved-unknown-fields",
  severity: "info",
  about: "unknown fields are kept, misspelt ones included",
  find: ({ schemas }) =>
    schemas
      .filter(({ schema }) => schema.preserveUnknownFields === true && schema.embeddedResource !== true)
      .map(({ path, field }) => ({
        path: [...path, "x-kubernetes-preserve-unknown-fields"],
        message: `${field === "" ? "the whole object" : `"${field}"`} keeps unknown fields: a misspelled one goes unnoticed`,
      })),
};
