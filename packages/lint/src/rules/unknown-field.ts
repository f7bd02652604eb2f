import { fieldInWarning } from "../field-in-warning.ts";
import type { LintRule } from "../lint-rule.ts";
import { toYamlPath } from "../to-yaml-path.ts";

export const UNKNOWN_FIELD = /^unknown field "/;

export const unknownField: LintRule = {
  id: "unknown-field",
  severity: "error",
  about: "a field that CRDs do not have; kubectl refuses the file",
  async find({ object }, server) {
    const { warnings } = await server.judge(object);
    return warnings
      .filter((warning) => UNKNOWN_FIELD.test(warning))
      .map((warning) => ({ path: toYamlPath(fieldInWarning(warning) ?? "", object), message: warning }));
  },
};
