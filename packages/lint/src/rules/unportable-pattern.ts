import type { LintRule } from "../lint-rule.ts";

/**
 * Syntax that only one of two engines supports: RE2, which the server uses, or JavaScript regular expressions, which
 * OpenAPI clients use.
 */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/\\[AzCQE]/, "\\A, \\z, \\C, \\Q and \\E"],
  [/\(\?[imsU-]+[:)]/, "flags such as (?i)"],
  [/\(\?P[<=>]/, "groups named with (?P<…>)"],
  [/\[\[:\w+:\]/, "classes such as [[:alpha:]]"],
  [/\\[pP](?:\{|[A-Z])/, "classes such as \\pL"],
];

export const unportablePattern: LintRule = {
  id: "unportable-pattern",
  severity: "info",
  about: "a pattern uses what only the server understands",
  find: ({ schemas }) =>
    schemas.flatMap(({ schema: { pattern = "" }, path, field }) =>
      FORMS.filter(([form]) => form.test(pattern)).map(([, name]) => ({
        path: [...path, "pattern"],
        message: `the pattern of "${field}" uses ${name}, which editors and clients that read the schema do not know`,
      })),
    ),
};
