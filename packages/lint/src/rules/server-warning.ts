import type { JsonObject } from "@kiln/api";
import type { YamlPath } from "@kiln/api/yaml";
import { fieldInWarning } from "../field-in-warning.ts";
import type { LintRule } from "../lint-rule.ts";
import { toYamlPath } from "../to-yaml-path.ts";
import { UNKNOWN_FIELD } from "./unknown-field.ts";

/** Warnings of the server that another rule reports, with their position. */
const SAID_ELSEWHERE = /^x-kubernetes-[a-z-]+ of ".*" (?:differs between|is in) .*: /;

export const serverWarning: LintRule = {
  id: "server-warning",
  severity: "warning",
  about: "the server would take this CRD, and warn",
  async find({ object }, server) {
    const { warnings } = await server.judge(object);
    return warnings
      .filter((warning) => !SAID_ELSEWHERE.test(warning) && !UNKNOWN_FIELD.test(warning))
      .map((warning) => ({ path: placeOf(warning, object), message: warning }));
  },
};

function placeOf(warning: string, object: JsonObject): YamlPath {
  const field = fieldInWarning(warning);
  return field === undefined ? [] : toYamlPath(field, object);
}
