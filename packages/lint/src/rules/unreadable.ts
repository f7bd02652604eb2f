import type { LintRule } from "../lint-rule.ts";

/** Found while parsing, before there is a CRD for rules: {@link lintText}. */
export const unreadable: LintRule = {
  id: "unreadable",
  severity: "error",
  about: "the file is no YAML",
  find: () => [],
};
