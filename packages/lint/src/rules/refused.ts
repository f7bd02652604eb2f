import type { LintRule } from "../lint-rule.ts";
import { toWrittenField } from "../to-written-field.ts";
import { toYamlPath } from "../to-yaml-path.ts";

export const refused: LintRule = {
  id: "refused",
  severity: "error",
  about: "the server would not take this CRD",
  async find({ object }, server) {
    const { causes } = await server.judge(object);
    return causes.map(({ field, message }) => ({
      path: toYamlPath(toWrittenField(field, object), object),
      message: field === "" ? message : `${field}: ${message}`,
    }));
  },
};
