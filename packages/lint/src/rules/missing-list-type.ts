import type { LintRule } from "../lint-rule.ts";

export const missingListType: LintRule = {
  id: "missing-list-type",
  severity: "warning",
  about: "a list does not say how it is merged",
  find: ({ schemas }) =>
    schemas
      .filter(({ schema }) => schema.type === "array" && schema.listType === undefined)
      .map(({ path, field, schema }) => {
        const isOfObjects = schema.items !== undefined && "type" in schema.items && schema.items.type === "object";
        const instead = isOfObjects ? "map with x-kubernetes-list-map-keys, or atomic" : "set or atomic";
        return {
          path,
          message: `"${field}" has no x-kubernetes-list-type: a manager that applies one item owns, and replaces, the whole list; say ${instead}`,
        };
      }),
};
