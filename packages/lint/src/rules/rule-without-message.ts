import type { LintRule } from "../lint-rule.ts";

export const ruleWithoutMessage: LintRule = {
  id: "rule-without-message",
  severity: "info",
  about: "a rule has no message, so that people are shown its source",
  find: ({ schemas }) =>
    schemas.flatMap(({ schema, path }) =>
      (schema.validations ?? []).flatMap(({ message, messageExpression }, index) =>
        message === undefined && messageExpression === undefined
          ? [
              {
                path: [...path, "x-kubernetes-validations", index],
                message: "this rule has no message: a client that violates it reads the expression",
              },
            ]
          : [],
      ),
    ),
};
