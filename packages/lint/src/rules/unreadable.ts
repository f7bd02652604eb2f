import type { LintRule } from "../lint-rule.ts";

/** Rule for files that cannot be parsed. {@link lintText} reports it before there is a CRD to check. */
export const unreadable: LintRule = {
  id: "unreadable",
  severity: "error",
  about: "the file is no YAML",
  find: () => [],
};
