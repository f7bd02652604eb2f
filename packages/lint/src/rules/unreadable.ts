import type { LintRule } from "../lint-rule.ts";

/** Found while reading, before there is a CRD to ask rules about: {@link lintText}. */
export const unreadable: LintRule = {
  id: "unreadable",
  severity: "error",
  about: "the file is no YAML",
  find: () => [],
};
