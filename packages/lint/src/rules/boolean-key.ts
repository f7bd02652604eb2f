import type { LintRule } from "../lint-rule.ts";

/** Words that YAML 1.1 parses as true and false, as do kubectl and Kubernetes. */
const WORDS = new Map([
  ["true", "y, yes, on or true"],
  ["false", "n, no, off or false"],
]);

export const booleanKey: LintRule = {
  id: "boolean-key",
  severity: "warning",
  about: "a field is named true or false, as YAML reads y, n, yes, no, on and off",
  find: ({ schemas }) =>
    schemas.flatMap(({ relation, name, field, path }) => {
      const words = relation === "property" ? WORDS.get(name) : undefined;
      const message = `the field is named "${field}": YAML reads an unquoted ${words} so; quote the key to keep its letters`;
      return words === undefined ? [] : [{ path, message }];
    }),
};
